import { useState } from "react";
import { pair, reasonOf } from "../api/client.ts";

/** Asks for the PIN that the terminal shows. */
export function Pairing({ onPaired }: { onPaired: (token: string) => void }) {
  const [pin, setPin] = useState("");
  const [error, setError] = useState<string | null>(null);
  return (
    <main className="pairing">
      <h1>Edit this site</h1>
      <p>Open the address that the terminal shows. If it shows a PIN, enter it here.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setError(null);
          pair(pin).then(onPaired, (error: unknown) => setError(reasonOf(error)));
        }}
      >
        <div className="field">
          <label htmlFor="pin">PIN</label>
          <input
            id="pin"
            className="short"
            type="text"
            inputMode="numeric"
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
    </main>
  );
}
