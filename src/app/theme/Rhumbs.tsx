/** Faint rhumb lines radiating from a few compass roses: the only background pattern of the product. */
export function Rhumbs({ className = "rhumbs" }: { className?: string }) {
  const roses: [number, number][] = [
    [120, 160],
    [520, 90],
    [420, 470],
    [90, 640],
    [640, 720],
  ];
  const lines = roses.flatMap(([x, y]) =>
    Array.from({ length: 16 }, (_, index) => {
      const angle = (index * Math.PI) / 8;
      return `M${x} ${y}L${(x + Math.cos(angle) * 1400).toFixed(0)} ${(y + Math.sin(angle) * 1400).toFixed(0)}`;
    }),
  );
  return (
    <svg className={className} viewBox="0 0 720 810" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <path d={lines.join("")} fill="none" stroke="currentColor" strokeWidth="0.6" />
      {roses.map(([x, y]) => (
        <g key={`${x}-${y}`} fill="none" stroke="currentColor">
          <circle cx={x} cy={y} r="22" />
          <circle cx={x} cy={y} r="58" strokeWidth="0.6" />
        </g>
      ))}
    </svg>
  );
}
