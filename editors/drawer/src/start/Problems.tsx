import type { Target } from "../api/client.ts";
import type { Finding, Fix } from "../api/types.ts";
import { worded } from "../document/worded.ts";
import { FindingText, isWrong } from "../form/FindingList.tsx";

function grouped(findings: Finding[]): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = finding.document ?? "";
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return groups;
}

/** Returns findings by the document that they are about; those that must be corrected first. */
export function byDocument(findings: Finding[]): { title: string; findings: Finding[] }[] {
  const sorted = worded(findings, {}, {}).sort((a, b) => Number(isWrong(b)) - Number(isWrong(a)));
  const groups = grouped(sorted);
  return [...groups.values()].map((findings) => ({ title: findings[0]?.title ?? "The whole site", findings }));
}

/** Everything that must be corrected, or is worth a look. */
export function Problems(props: { findings: Finding[]; isChecking: boolean; onOpen: (target: Target, finding: Finding) => void; onFix: (fix: Fix) => void }) {
  const { findings, isChecking, onOpen, onFix } = props;
  return (
    <div className="view problems">
      <h1 tabIndex={-1}>To correct</h1>
      {isChecking && <p role="status">Checking…</p>}
      {findings.length === 0 && !isChecking && <p>Nothing needs to be corrected.</p>}
      <ProblemList findings={findings} onOpen={onOpen} onFix={onFix} />
    </div>
  );
}

/** Findings by their documents, each with its fixes, and a button that shows its place. */
export function ProblemList(props: { findings: Finding[]; onOpen: (target: Target, finding: Finding) => void; onFix: (fix: Fix) => void }) {
  const { findings, onOpen, onFix } = props;
  return byDocument(findings).map(({ title, findings }) => (
    <section key={findings[0]?.id}>
      <h2>{title}</h2>
      {findings.map((finding) => {
        const { id, document, field } = finding;
        return (
          <div key={id} className="problem">
            <FindingText finding={finding} onFix={onFix} isInForm={false} />
            {document && (
              <button type="button" className="quiet" onClick={() => onOpen({ document, ...(field !== null && { field }) }, finding)}>
                Show it
              </button>
            )}
          </div>
        );
      })}
    </section>
  ));
}
