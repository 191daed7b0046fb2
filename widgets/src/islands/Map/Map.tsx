import External from "theme:icons/external.svg";
import Plate from "theme:images/map-plate.svg";

export interface Props {
  /** What the map shows: the frame's title. */
  title: string;
  /** What pressing the button means for the visitor. */
  note: string;
  /** The place at the map's own site. */
  link: { label: string; url: string };
  /** Address of the embedded map. Nothing is asked of it before the visitor wants the map. */
  embed: string;
}

/** A map that is loaded when it is asked for. Without a script the link leads to it. */
export default function Map({ note, link }: Props) {
  return (
    <div className="map">
      <div className="map-placeholder">
        <Plate className="map-plate" />
        <div className="map-actions">
          <p className="map-note">{note}</p>
          <p className="links">
            <button className="button needs-script" type="button">
              Show the map
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
