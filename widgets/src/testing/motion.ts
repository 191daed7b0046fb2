/** Makes the page believe that its visitor wants less motion, or does not. */
export function setReducedMotion(reduced: boolean): void {
  window.matchMedia = () =>
    ({ matches: reduced, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
}
