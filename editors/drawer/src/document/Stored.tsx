import type { Finding, OpenDocument } from "../api/types.ts";
import { sentence } from "../form/FindingList.tsx";

/** Says what must be corrected in the stored version of a document although its changes do not have it: without them, nobody sees it. */
export function Stored(props: { document: OpenDocument; findings: Finding[]; isChanged: boolean }) {
  const { document, findings, isChanged } = props;
  const stored = findings.filter((finding) => finding.isStored && finding.document === document.document);
  if (!isChanged || stored.length === 0) return null;
  return (
    <section className="notice stored">
      <p>What is stored has something that must be corrected. Save your changes if they correct it:</p>
      <ul className="plain">
        {stored.map(({ id, message }) => (
          <li key={id}>{sentence(message)}</li>
        ))}
      </ul>
    </section>
  );
}
