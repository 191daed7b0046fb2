import type { Picture } from "../assets.ts";

interface Props {
  picture: Picture;
  /** Alternative text; empty if the text beside the picture says the same. */
  alt?: string;
  className: string;
  /** Whether the picture is loaded at once, instead of when it comes near. */
  first?: boolean;
  /** How wide the picture is shown; browsers that can find out do so. */
  sizes?: string;
}

/** A picture with its width and height, so that the layout does not move when it is loaded. */
export function Image({ picture, alt = "", className, first = false, sizes = "auto, 100vw" }: Props) {
  const image = (
    <img
      src={picture.src}
      alt={alt}
      width={picture.width}
      height={picture.height}
      className={className}
      data-color={picture.color}
      {...(first ? { fetchPriority: "high" } : { loading: "lazy", decoding: "async" })}
    />
  );
  if (!picture.webp) return image;
  return (
    <picture>
      {picture.avif && <source type="image/avif" srcSet={picture.avif} sizes={sizes} />}
      <source type="image/webp" srcSet={picture.webp} sizes={sizes} />
      {image}
    </picture>
  );
}
