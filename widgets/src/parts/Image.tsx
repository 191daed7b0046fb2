import type { Picture } from "../assets.ts";

interface Props {
  picture: Picture;
  /** What it shows; empty when the text beside it says so already. */
  alt?: string;
  className: string;
  /** Seen at once: loaded first. Others are loaded when they come near. */
  first?: boolean;
}

/** A picture with its size, so that nothing moves when it arrives. */
export function Image({ picture, alt = "", className, first = false }: Props) {
  return (
    <img
      src={picture.src}
      alt={alt}
      width={picture.width}
      height={picture.height}
      className={className}
      {...(first ? { fetchPriority: "high" } : { loading: "lazy", decoding: "async" })}
    />
  );
}
