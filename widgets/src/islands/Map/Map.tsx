import { useEffect, useRef, useState } from "react";
import External from "theme:icons/external.svg";
import Plate from "theme:images/map-plate.svg";

export interface Props {
  /** Title of the frame: what the map shows. */
  title: string;
  /** Note about what happens when the button is pressed. */
  note: string;
  /** URL of the place on the map's own site. */
  link: { label: string; url: string };
  /** Label of the button. */
  show: string;
  /** URL of the embedded map, which is requested only when the visitor presses the button. */
  embed: string;
}

/** A map that is loaded when the visitor presses a button. Without a script, there is a link to it. */
export default function Map({ title, note, link, show, embed }: Props) {
  const [isShown, setShown] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  // The button that had the focus no longer exists.
  useEffect(() => frame.current?.focus(), [isShown]);

  if (isShown) {
    return (
      <div className="map">
        <iframe className="map-frame" title={title} src={embed} referrerPolicy="no-referrer-when-downgrade" allowFullScreen ref={frame} />
      </div>
    );
  }
  return (
    <div className="map">
      <div className="map-placeholder">
        <Plate className="map-plate" />
        <div className="map-actions">
          <p className="map-note">{note}</p>
          <p className="links">
            <button className="button needs-script" type="button" onClick={() => setShown(true)}>
              {show}
            </button>
            <a className="arrow-link" href={link.url} target="_blank" rel="noopener">
              {link.label}
              <External />
            </a>
          </p>
        </div>
      </div>
    </div>
  );
}
