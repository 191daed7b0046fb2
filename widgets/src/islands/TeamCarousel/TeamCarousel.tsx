import Next from "theme:icons/next.svg";
import Previous from "theme:icons/previous.svg";
import type { Picture } from "../../assets.ts";
import { useAutoplay } from "../../hooks/useAutoplay.ts";
import { useLive } from "../../hooks/useLive.ts";
import { useSwipe } from "../../hooks/useSwipe.ts";
import { Image } from "../../parts/Image.tsx";
import { PlayButton } from "../../parts/PlayButton.tsx";
import { useRotation } from "./useRotation.ts";

export interface Props {
  members: Member[];
}

interface Member {
  name: string;
  position: string;
  experience?: string;
  specialization: string;
  image: Picture;
  qualifications: string[];
}

/** Milliseconds between steps. */
const INTERVAL = 3000;

/**
 * The partners in a row that goes round by itself until it is paused; using it does not stop it. All members stay
 * readable, whether in view or not. Without a script the row scrolls sideways.
 */
export default function TeamCarousel({ members }: Props) {
  const live = useLive();
  const { track, steps, step } = useRotation(members.length);
  const autoplay = useAutoplay(INTERVAL, steps, () => step(1));
  return (
    <section className="team-carousel" aria-roledescription="carousel" aria-label="Team members">
      <ul
        className="team-track"
        ref={track}
        tabIndex={live ? undefined : 0}
        aria-label={live ? undefined : "Scrolls sideways"}
        {...useSwipe(step)}
      >
        {members.map((member) => (
          <MemberCard key={member.name} {...member} />
        ))}
      </ul>
      <div className="carousel-controls needs-script">
        <button className="icon-button" type="button" aria-label="Previous team member" onClick={() => step(-1)}>
          <Previous />
        </button>
        <PlayButton {...autoplay} />
        <button className="icon-button" type="button" aria-label="Next team member" onClick={() => step(1)}>
          <Next />
        </button>
      </div>
    </section>
  );
}

function MemberCard({ name, position, experience, specialization, image, qualifications }: Member) {
  return (
    <li className="member">
      <div className="member-portrait">
        <Image picture={image} className="member-image" />
      </div>
      <h3 className="member-name">{name}</h3>
      <p className="member-position">{position}</p>
      <dl className="member-facts">
        <div>
          <dt>Field</dt>
          <dd>{specialization}</dd>
        </div>
        {experience && (
          <div>
            <dt>Experience</dt>
            <dd>{experience}</dd>
          </div>
        )}
        <div>
          <dt>Qualifications</dt>
          <dd>{qualifications.join(", ")}</dd>
        </div>
      </dl>
    </li>
  );
}
