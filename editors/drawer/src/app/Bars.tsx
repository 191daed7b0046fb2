import type { SiteState } from "../api/types.ts";
import { isWrong } from "../form/FindingList.tsx";
import { Icon } from "../ui/Icon.tsx";

/** The parts of the drawer that are always within reach. */
export type Place = "start" | "problems" | "publish";

/** Above the page: which one it is, and what a click does. */
export function PageBar(props: { page: { path: string; title: string } | null; picks: boolean; onPicks: (picks: boolean) => void }) {
  const { page, picks, onPicks } = props;
  return (
    <header className="page-bar">
      <p title={page?.path}>{page ? page.title || page.path : "The page is loading…"}</p>
      <label className="check">
        <input type="checkbox" role="switch" checked={picks} onChange={({ target }) => onPicks(target.checked)} />
        Click to edit
      </label>
    </header>
  );
}

/** At the top of the drawer: its parts, and what can be undone. */
export function SiteBar(props: {
  state: SiteState | null;
  /** The part that is shown, unless it is a document. */
  place: Place | null;
  size: "closed" | "half" | "full";
  onPlace: (place: Place) => void;
  onUndo: () => void;
  onSize: (step: number) => void;
}) {
  const { state, place, size, onPlace, onUndo, onSize } = props;
  const wrong = state?.findings.filter(isWrong).length ?? 0;
  const count = state?.findings.length ?? 0;
  const part = (name: Place, text: string, badge = 0, urgent = false) => (
    <button type="button" aria-current={place === name ? "page" : undefined} onClick={() => onPlace(name)}>
      {text}
      {badge > 0 && <span className={urgent ? "badge" : "total"}> {badge}</span>}
    </button>
  );
  return (
    <nav className="site-bar" aria-label="Drawer">
      {part("start", "Contents")}
      {part("problems", "To correct", count, wrong > 0)}
      {state?.publish && part("publish", "Publish")}
      {state?.undo && (
        <button type="button" className="undo" title={`Undo: ${state.undo.label}`} onClick={onUndo}>
          <span>Undo: {state.undo.label}</span>
        </button>
      )}
      <span className="sizes">
        <button type="button" className="icon-button" aria-label="Make the drawer larger" disabled={size === "full"} onClick={() => onSize(1)}>
          <Icon name="up" />
        </button>
        <button type="button" className="icon-button" aria-label="Make the drawer smaller" disabled={size === "closed"} onClick={() => onSize(-1)}>
          <Icon name="down" />
        </button>
      </span>
    </nav>
  );
}
