/**
 * A picture. Content and templates name its path; the site generator replaces the path by the URL and size.
 * @asset picture {}
 */
export interface Picture {
  src: string;
  /** Width in CSS pixels; so is the height. */
  width: number;
  height: number;
}
