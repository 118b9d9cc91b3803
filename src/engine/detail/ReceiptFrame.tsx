/** Letterhead of a receipt: logo and rhumb lines in the background. */

/** Logo in the text's colour: the eight-point compass rose with one point filled. */
export const Mark = () => (
  <svg
    className="pr-mark"
    width="36"
    height="36"
    viewBox="0 0 32 32"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    strokeLinejoin="round"
    aria-hidden
  >
    <circle cx="16" cy="16" r="14.25" />
    <path d="M16 3.5 18.2 13.8 16 16 13.8 13.8Z" fill="currentColor" />
    <path d="M28.5 16 18.2 18.2 16 16l2.2-2.2ZM16 28.5 13.8 18.2 16 16l2.2 2.2ZM3.5 16l10.3-2.2L16 16l-2.2 2.2Z" />
    <path d="m23.4 8.6-5.2 5.2M23.4 23.4l-5.2-5.2M8.6 23.4l5.2-5.2M8.6 8.6l5.2 5.2" strokeWidth="1.1" />
  </svg>
);

const RAYS = 16;
const ROSES = [
  [470, 120],
  [90, 620],
] as const;
const lines = ROSES.flatMap(([x, y]) =>
  Array.from({ length: RAYS }, (_ray, index) => {
    const angle = (index * 2 * Math.PI) / RAYS;
    return `M${x} ${y}L${(x + Math.cos(angle) * 1_000).toFixed(0)} ${(y + Math.sin(angle) * 1_000).toFixed(0)}`;
  }),
).join("");

/** Background lines from two compass roses, clipped at the sheet's edge. */
export const Rhumbs = () => (
  <svg className="pr-rhumbs" viewBox="0 0 560 800" preserveAspectRatio="xMidYMid slice" aria-hidden>
    <path d={lines} fill="none" stroke="currentColor" strokeWidth="0.6" />
  </svg>
);
