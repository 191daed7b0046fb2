/** Drawings of the theme as components; see build/drawings.mjs. */
declare module "theme:*.svg" {
  const Drawing: (props: { className?: string }) => import("react").ReactElement;
  export default Drawing;
}
