import { useEffect, useRef, useState } from "react";
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
          {served ? `Last days for a notice of ${longDay(served)}` : "Enter the date, and the last day to reply is in the table."}
        </p>
      </div>
      <table className="notices-table">
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
                <strong>{notice.form.replace("-", "-\u2060")}</strong> <span>{notice.about}</span>
              </th>
              <td>{notice.time}</td>
              <td className="notices-day needs-script">{served ? <LastDay served={served} {...notice} /> : "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LastDay({ served, ...notice }: Notice & { served: string }) {
  const day = lastDay(served, notice);
  return <time dateTime={day}>{longDay(day)}</time>;
}
