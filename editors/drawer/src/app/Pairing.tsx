import { useState } from "react";
import { pair, reasonOf } from "../api/client.ts";
import { tokenIn } from "../api/session.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { useTypingPause } from "../ui/useTypingPause.ts";

/** Whether the program runs on this computer. Its terminal shows a URL with the token then, or a PIN if other computers can reach it. */
const isLocal = () => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);

/** Asks for the PIN or the URL that the terminal shows, once nobody is typing. */
export function Pairing({ onPaired }: { onPaired: (token: string) => void }) {
  const [pin, setPin] = useState("");
  const [error, setError] = useState<string | null>(null);
  if (!useTypingPause()) return null;
  return (
    <Dialog title="Connect to the program">
      <p>{isLocal() ? "Open the address that the program printed in its terminal, the one that ends with #t=…, or paste it here. If the terminal shows a PIN, enter that." : "Enter the PIN shown in the terminal."}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setError(null);
          const token = tokenIn(pin);
          if (token !== null) return onPaired(token);
          pair({ pin }).then(onPaired, (error: unknown) => setError(reasonOf(error)));
        }}
      >
        <div className="field">
          <label htmlFor="pin">{isLocal() ? "Address or PIN" : "PIN"}</label>
          <input
            id="pin"
            className={isLocal() ? undefined : "short"}
            type="text"
            inputMode={isLocal() ? "url" : "numeric"}
            autoComplete="one-time-code"
            autoFocus
            aria-invalid={error !== null || undefined}
            aria-describedby={error ? "pin-error" : undefined}
            value={pin}
            onChange={({ target }) => setPin(target.value)}
          />
        </div>
        {error && (
          <p id="pin-error" role="alert">
            {error}
          </p>
        )}
        <div className="actions">
          <button className="primary">Continue</button>
        </div>
      </form>
    </Dialog>
  );
}
