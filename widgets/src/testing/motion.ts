/** Sets the visitor's preference for reduced motion. */
export function setReducedMotion(reduced: boolean): void {
  window.matchMedia = () =>
    ({ matches: reduced, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
}
