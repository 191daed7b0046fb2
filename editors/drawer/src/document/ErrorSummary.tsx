import { idOf } from "../form/context.ts";
import { sentence } from "../form/FindingList.tsx";
import type { Finding } from "../api/types.ts";

/** Moves the focus to the field at a pointer, or to the nearest part of the form around it. */
export function focusField(pointer: string): boolean {
  for (let place = pointer; ; place = place.slice(0, place.lastIndexOf("/"))) {
    const control = document.getElementById(idOf(place));
    if (control) {
      (control.closest(".field, .section, .row") ?? control).scrollIntoView({ block: "center" });
      control.focus({ preventScroll: true });
      return true;
    }
    if (place === "") return false;
  }
}

/** The findings of a document that must be corrected, each with a link to its place. */
export function ErrorSummary({ findings, onShow }: { findings: Finding[]; onShow: (finding: Finding) => void }) {
  const errors = findings.filter(({ stopsBuild }) => stopsBuild);
  if (errors.length === 0) return null;
  return (
    <div className="summary-box" role="group" aria-labelledby="summary-title">
      <h2 id="summary-title">{errors.length === 1 ? "One thing must be corrected" : `${errors.length} things must be corrected`}</h2>
      <ul>
        {errors.map((finding) => (
          <li key={finding.id}>
            {finding.field === null && finding.body === null ? (
              sentence(finding.message)
            ) : (
              <button type="button" className="quiet" onClick={() => onShow(finding)}>
                {sentence(finding.message)}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
