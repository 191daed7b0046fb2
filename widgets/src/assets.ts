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

/**
 * HTML that a template passes to an island, for `<div {...html} />`. React leaves it alone, so the element has to stay in the page: hide
 * it instead of removing it. The page contains the HTML once, and not in the props.
 * @asset html
 */
export interface Html {
  dangerouslySetInnerHTML: { __html: string };
  suppressHydrationWarning: true;
}
