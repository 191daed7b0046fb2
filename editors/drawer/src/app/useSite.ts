import { useCallback, useEffect, useRef, useState } from "react";
import { reasonOf, type Api } from "../api/client.ts";
import type { SiteState } from "../api/types.ts";

/** Pause before the program is asked again when it did not answer, in milliseconds. */
const RETRY = 2000;

/** Shortest time between two requests for the state, in milliseconds. While someone types, each draft is another revision. */
const PAUSE = 400;

/** Pause after a request for the state in proportion to the time that it took, so that it delays no draft of a large site. */
const SHARE = 10;

/** Longest time between two requests for the state, in milliseconds: one that was slow by chance must not keep the page from changing. */
const LONGEST = 1_500;

const wait = (duration: number) => new Promise((resolve) => setTimeout(resolve, duration));

/** Follows the state of the site. `isBehind` tells that it has changed since the state was asked for. */
export function useSite(api: Api): { state: SiteState | null; error: string | null; isBehind: boolean; refresh: () => Promise<void> } {
  const [state, setState] = useState<SiteState | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBehind, setIsBehind] = useState(false);
  const revision = useRef(0);
  const took = useRef(0);
  const order = useRef({ asked: 0, shown: 0 });
  const refresh = useCallback(async () => {
    const began = performance.now();
    const request = (order.current.asked += 1);
    const next = await api.state();
    // The answer to an earlier request is older, and would stay until the next change.
    if (request < order.current.shown) return;
    order.current.shown = request;
    took.current = performance.now() - began;
    revision.current = next.revision;
    setState(next);
    setError(null);
    setIsBehind(false);
  }, [api]);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const follow = async () => {
      await refresh();
      while (!signal.aborted) {
        const { revision: next } = await api.changes(revision.current, signal);
        if (next === revision.current) continue;
        setIsBehind(true);
        await wait(Math.min(PAUSE + SHARE * took.current, LONGEST));
        if (!signal.aborted) await refresh();
      }
    };
    const keepFollowing = async () => {
      while (!signal.aborted) {
        await follow().catch((error: unknown) => !signal.aborted && setError(reasonOf(error)));
        await wait(RETRY);
      }
    };
    void keepFollowing();
    return () => controller.abort();
  }, [api, refresh]);
  return { state, error, isBehind, refresh };
}
