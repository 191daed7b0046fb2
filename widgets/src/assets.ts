/**
 * A picture. Content and templates name it by path; the site generator puts address and size in its place.
 * @asset picture {}
 */
export interface Picture {
  src: string;
  /** In CSS pixels, like the height. */
  width: number;
  height: number;
}
