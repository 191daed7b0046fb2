import type { Finding, Fix, Focus } from "../api/types.ts";
import { Icon } from "../ui/Icon.tsx";

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** Returns a text with its dates in words (`2027-03-31` becomes "31 March 2027"), except those in URLs, file names, and quotes of code. */
export function spelled(text: string): string {
  return text.replace(/(?<![`\w/.-])\d{4}-\d\d-\d\d(?![\w/-]|\.\w)/g, (day) => {
    const date = new Date(`${day}T00:00:00Z`);
    // JavaScript turns 31 June into 1 July.
    return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day) ? day : DAY.format(date);
  });
}

/**
 * Returns a text with a capital letter at its start and without backticks: the program's messages are written for a terminal. What
 * they quote stays the same.
 */
export function words(text: string): string {
  const plain = text.replaceAll("`", "");
  return text.startsWith("`") ? plain : plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Returns a text as a sentence. */
export function sentence(text: string): string {
  const first = words(text);
  return /[.?!]$/.test(first) ? first : `${first}.`;
}

/** Returns whether a finding must be corrected. Some errors are only found by the rules of the site, and do not stop a build. */
export const isWrong = ({ stopsBuild, isError }: Finding): boolean => stopsBuild || isError === true;

/** Returns the place of a finding in its document. */
export function focusOf({ body, field }: Finding): Focus | null {
  if (body) return { body, isFinding: true };
  return field === null ? null : { field };
}

/** One finding in words, with its fixes as buttons. A field that is still empty is named only outside the form. */
export function FindingText({ finding, onFix, isInForm = true }: { finding: Finding; onFix: (fix: Fix) => void; isInForm?: boolean }) {
  const { message, help, fixes, isMissing } = finding;
  const mustBeCorrected = isWrong(finding);
  if (isMissing) return <p className="missing">{isInForm ? "Still to fill in." : `Still to fill in: ${message}.`}</p>;
  return (
    <div className={mustBeCorrected ? "finding stops" : "finding"}>
      <p>
        <Icon name="warning" />
        <span>
          <b>{mustBeCorrected ? "Must be corrected: " : "Worth a look: "}</b>
          {sentence(spelled(message))} {help && sentence(spelled(help))}
        </span>
      </p>
      {fixes.map((fix) => (
        <button key={fix.id} type="button" onClick={() => onFix(fix)}>
          {words(fix.label)}
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
