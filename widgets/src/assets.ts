/**
 * A picture. Content and templates name its path; the site generator replaces the path by the URL and size.
 * @asset picture {}
 */
export interface Picture {
  src: string;
  /** Width in CSS pixels. */
  width: number;
  /** Height in CSS pixels. */
  height: number;
  /** Value of `srcset` with the sizes in AVIF, if the site offers them. */
  avif?: string;
  /** Value of `srcset` with the sizes in WebP; missing for a drawing. */
  webp?: string;
  /** Main color, shown until the picture is loaded. */
  color?: string;
}
