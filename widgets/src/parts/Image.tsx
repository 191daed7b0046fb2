import type { Picture } from "../assets.ts";

interface Props {
  picture: Picture;
  /** Alternative text, empty if the text beside the picture says the same. */
  alt?: string;
  className: string;
  /** Whether the picture is loaded at once, instead of when it comes near. */
  first?: boolean;
}

/** A picture with its size, so that the layout does not move when it loads. */
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
