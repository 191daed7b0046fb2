/** Outlines on a grid of 16 by 16. */
const PATHS = {
  add: "M8 3v10M3 8h10",
  back: "M10 3 5 8l5 5",
  bold: "M5 3h4a2.5 2.5 0 0 1 0 5H5zm0 5h4.5a2.5 2.5 0 0 1 0 5H5z",
  close: "m4 4 8 8m0-8-8 8",
  grip: "M6 4h.01M6 8h.01M6 12h.01M10 4h.01M10 8h.01M10 12h.01",
  down: "m4 6 4 4 4-4",
  italic: "M10 3H7m2 10H6M9 3 7 13",
  link: "M7 9a2.5 2.5 0 0 0 3.6 0l2-2A2.5 2.5 0 1 0 9 3.400l-1 1M9 7a2.500 2.500 0 0 0-3.600 0l-2 2A2.500 2.500 0 1 0 7 12.600l1-1",
  list: "M6 4h7M6 8h7M6 12h7M3 4h.01M3 8h.01M3 12h.01",
  numbers: "M7 4h6M7 8h6M7 12h6M3 3v3M2.500 10.500h1.300L2.500 13h1.500",
  picture: "M2.500 3.500h11v9h-11zm0 7 3-3 3 3 2-2 3 3M10.500 6.500h.01",
  up: "m4 10 4-4 4 4",
  warning: "M8 3v6M8 12h.01",
} as const;

/** A drawing beside a text, or in a button that has a label of its own. */
export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
