import Next from "theme:icons/next.svg";
import Previous from "theme:icons/previous.svg";
import type { Picture } from "../../assets.ts";
import { Image } from "../../parts/Image.tsx";
import { PlayButton } from "../../parts/PlayButton.tsx";

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

/** The partners in a row. Screen readers can read all of them, also those out of view. Without a script the row scrolls sideways. */
export default function TeamCarousel({ members }: Props) {
  return (
    <section className="team-carousel" aria-roledescription="carousel" aria-label="Team members">
      <ul className="team-track" tabIndex={0} aria-label="Scrolls sideways">
        {members.map((member) => (
          <MemberCard key={member.name} {...member} />
        ))}
      </ul>
      <div className="carousel-controls needs-script">
        <button className="icon-button" type="button" aria-label="Previous team member" data-step="previous">
          <Previous />
        </button>
        <PlayButton />
        <button className="icon-button" type="button" aria-label="Next team member" data-step="next">
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
