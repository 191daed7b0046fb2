import type { Target } from "../api/client.ts";
import type { Finding, Fix } from "../api/types.ts";
import { worded } from "../document/worded.ts";
import { FindingText } from "../form/FindingList.tsx";

function grouped(findings: Finding[]): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = finding.document ?? "";
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return groups;
}

/** Returns findings by the document that they are about; those that stop the build first. */
export function byDocument(findings: Finding[]): { title: string; findings: Finding[] }[] {
  const sorted = worded(findings, {}, {}).sort((a, b) => Number(b.stopsBuild) - Number(a.stopsBuild));
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
      {byDocument(findings).map(({ title, findings }) => (
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
      ))}
    </div>
  );
}
