import { useEffect, useRef, useState } from "react";
import { siteDay } from "../../site-day.ts";
import { lastDay, longDay } from "./last-day.ts";

export interface Props {
  notices: Notice[];
}

interface Notice {
  /** Number of the form, such as ASMT-10. */
  form: string;
  about: string;
  /** Usual time to reply, in words. */
  time: string;
  days?: number;
  months?: number;
  working_days?: number;
}

/** Notices with the time to reply. Once the visitor has entered the date of service, they have their last day too. */
export default function Notices({ notices }: Props) {
  const [served, setServed] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // A date may have been entered before the island was active.
  useEffect(() => setServed(field.current?.value ?? ""), []);
  // Empty until a date is entered: the server does not know the visitor's day.
  const today = served && siteDay();
  const isAhead = served > today;

  return (
    <div className="notices">
      <div className="notices-served needs-script">
        <label className="field-label" htmlFor="notice-served">
          Served on
        </label>
        <input
          className="field-input"
          id="notice-served"
          type="date"
          min="2017-07-01"
          ref={field}
          onChange={({ target }) => setServed(target.value)}
        />
        <p className="field-hint" role="status">
          {hint(served, isAhead)}
        </p>
      </div>
      <table className="notices-table">
        <caption className="visually-hidden">Notices and the time to reply</caption>
        <thead>
          <tr>
            <th scope="col">Notice</th>
            <th scope="col">Usual time to reply</th>
            <th className="needs-script" scope="col">
              Reply by
            </th>
          </tr>
        </thead>
        <tbody>
          {notices.map((notice) => (
            <tr key={notice.form}>
              <th scope="row">
                <strong>{notice.form.replace(/-\u2060?/, "-\u2060")}</strong> <span>{notice.about}</span>
              </th>
              <td>{notice.time}</td>
              <td className="notices-day needs-script">{served && !isAhead ? <LastDay served={served} today={today} {...notice} /> : "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function hint(served: string, isAhead: boolean): string {
  if (!served) return "Enter the date, and the last day to reply is in the table.";
  if (isAhead) return `${longDay(served)} is still to come. Enter the day on which the notice reached you.`;
  return `Last days for a notice of ${longDay(served)}`;
}

function LastDay({ served, today, ...notice }: Notice & { served: string; today: string }) {
  const day = lastDay(served, notice);
  return (
    <>
      <time dateTime={day}>{longDay(day)}</time>
      {day < today && <span className="notices-passed">This day has passed</span>}
    </>
  );
}
