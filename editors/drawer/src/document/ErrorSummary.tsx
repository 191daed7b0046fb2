import { idOf } from "../form/context.ts";
import { isWrong, sentence, spelled } from "../form/FindingList.tsx";
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

/** What must be corrected, and what is still to be filled in, each with a link to its place. */
export function ErrorSummary({ findings, onShow }: { findings: Finding[]; onShow: (finding: Finding) => void }) {
  const missing = findings.filter(({ isMissing }) => isMissing);
  const errors = findings.filter((finding) => isWrong(finding) && !finding.isMissing);
  return (
    <>
      {errors.length > 0 && (
        <Summary id="to-correct" title={errors.length === 1 ? "One thing must be corrected" : `${errors.length} things must be corrected`} isWrong>
          {errors.map((finding) => (
            <li key={finding.id}>
              {finding.field === null && finding.body === null ? (
                sentence(spelled(finding.message))
              ) : (
                <button type="button" className="quiet" onClick={() => onShow(finding)}>
                  {sentence(spelled(finding.message))}
                </button>
              )}
            </li>
          ))}
        </Summary>
      )}
      {missing.length > 0 && (
        <Summary id="to-fill-in" title="Still to fill in">
          {missing.map((finding) => (
            <li key={finding.id}>
              <button type="button" className="quiet" onClick={() => onShow(finding)}>
                {finding.message}
              </button>
            </li>
          ))}
        </Summary>
      )}
    </>
  );
}

function Summary(props: { id: string; title: string; isWrong?: boolean; children: React.ReactNode }) {
  const { id, title, isWrong, children } = props;
  return (
    <div className={isWrong ? "summary-box wrong" : "summary-box"} role="group" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>{children}</ul>
    </div>
  );
}
