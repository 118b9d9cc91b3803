/** Width of the quiet zone around a QR code in modules. */
const MARGIN = 4;

/**
 * QR code as SVG with a text alternative. Each string in `rows` is a row of modules, in which `1` is dark. The code is
 * black on white in every theme, because scanners need the contrast.
 * @example
 * <QrCode rows={["101", "010", "101"]} label="Key for the authenticator" />;
 */
export function QrCode({
  rows,
  label,
  className = "pr-qr",
}: {
  rows: readonly string[];
  label: string;
  className?: string;
}) {
  const side = rows.length + 2 * MARGIN;
  const path = rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(
        (run) => `M${run.index + MARGIN} ${y + MARGIN}h${run[0].length}v1h-${run[0].length}z`,
      ),
    )
    .join("");
  return (
    <svg
      className={className}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
