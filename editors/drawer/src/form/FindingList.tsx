import type { Finding, Fix } from "../api/types.ts";
import { Icon } from "../ui/Icon.tsx";

/** Returns a sentence: findings begin with a small letter, and have no full stop. */
export function sentence(text: string): string {
  const spelled = text.replaceAll("`", "");
  const first = spelled.charAt(0).toUpperCase() + spelled.slice(1);
  return /[.?!]$/.test(first) ? first : `${first}.`;
}

/** One finding in words, with its fixes as buttons. */
export function FindingText({ finding, onFix }: { finding: Finding; onFix: (fix: Fix) => void }) {
  const { message, help, stopsBuild, fixes } = finding;
  return (
    <div className={stopsBuild ? "finding stops" : "finding"}>
      <p>
        <Icon name="warning" />
        <span>
          <b>{stopsBuild ? "Must be corrected: " : "Worth a look: "}</b>
          {sentence(message)} {help && sentence(help)}
        </span>
      </p>
      {fixes.map((fix) => (
        <button key={fix.id} type="button" onClick={() => onFix(fix)}>
          {fix.label}
        </button>
      ))}
    </div>
  );
}

/** The findings of a field. */
export function FindingList({ id, findings, onFix }: { id?: string; findings: Finding[]; onFix: (fix: Fix) => void }) {
  if (findings.length === 0) return null;
  return (
    <div id={id} className="findings">
      {findings.map((finding) => (
        <FindingText key={finding.id} finding={finding} onFix={onFix} />
      ))}
    </div>
  );
}
