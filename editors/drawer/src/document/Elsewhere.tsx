import { useEffect, useMemo, useState } from "react";
import type { Finding, OpenDocument } from "../api/types.ts";
import { sentence } from "../form/FindingList.tsx";
import { lostHeadings, type LostHeading } from "./headings.ts";

/** Links that lead nowhere are mere warnings if their page has expired. */
const LINKS = ["broken-link", "broken-anchor"];

/** Returns whether a finding can be due to a change in another document. Others are found late, when nothing has changed. */
const counts = ({ code, stopsBuild, isStored }: Finding) => !isStored && (stopsBuild || LINKS.includes(code));

/** Says what the changes of a document break in other ones: nobody would look there. */
export function Elsewhere(props: {
  document: OpenDocument;
  /** Its text as it is now, and before the changes. */
  body: string;
  before: string;
  /** Findings of the whole site. */
  findings: Finding[];
  /** Whether the document has changes that are not saved. What is found without them is not due to it. */
  isChanged: boolean;
  onOpen: (finding: Finding) => void;
  /** Keeps the address of a heading. */
  onKeep: (heading: LostHeading) => void;
}) {
  const { document, body, before, findings, isChanged, onOpen, onKeep } = props;
  const others = findings.filter((finding) => counts(finding) && finding.document !== document.document);
  const [known, setKnown] = useState(() => new Set(others.map(({ id }) => id)));
  useEffect(() => {
    if (!isChanged) setKnown(new Set(others.map(({ id }) => id)));
  }, [findings, isChanged]);
  const broken = others.filter(({ id }) => !known.has(id));
  const lost = useMemo(() => lostHeadings(before, body, broken, document.url ?? ""), [before, body, broken, document.url]);
  if (!isChanged || broken.length === 0) return null;
  return (
    <section className="notice elsewhere" role="status">
      <p>With this change, something else is no longer right:</p>
      <ul className="plain">
        {broken.map((finding) => (
          <li key={finding.id}>
            {finding.document && (
              <>
                <button type="button" className="quiet" onClick={() => onOpen(finding)}>
                  {finding.title}
                </button>
                :{" "}
              </>
            )}
            {sentence(finding.message)}
          </li>
        ))}
      </ul>
      {lost.map((heading) => (
        <button key={heading.anchor} type="button" onClick={() => onKeep(heading)}>
          Keep the links to “{heading.title}”
        </button>
      ))}
    </section>
  );
}
