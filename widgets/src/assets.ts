/**
 * A picture. Content and templates name its path; the site generator replaces the path by the URL and size.
 * @asset picture {}
 */
export interface Picture {
  src: string;
  /** Width in CSS pixels; so is the height. */
  width: number;
  height: number;
  /** The sizes in AVIF, as the value of `srcset`, if the site offers them. */
  avif?: string;
  /** The sizes in WebP, as the value of `srcset`, unless it is a drawing. */
  webp?: string;
  /** Its main color, shown until it is loaded. */
  color?: string;
}
