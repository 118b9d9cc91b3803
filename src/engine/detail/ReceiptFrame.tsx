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

/** Background of a receipt: rhumb lines from two compass roses, clipped at the edge of the sheet. */
export const Rhumbs = () => (
  <svg className="pr-rhumbs" viewBox="0 0 560 800" preserveAspectRatio="xMidYMid slice" aria-hidden>
    <path d={lines} fill="none" stroke="currentColor" strokeWidth="0.6" />
  </svg>
);
