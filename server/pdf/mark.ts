/** Draws the product's logo (`public/mark.svg`). */

/** Side length of the square that contains the paths. */
const SIDE = 32;
const NORTH = "M16 3.5 18.2 13.8 16 16 13.8 13.8Z";
const POINTS = "M28.5 16 18.2 18.2 16 16l2.2-2.2ZM16 28.5 13.8 18.2 16 16l2.2 2.2ZM3.5 16l10.3-2.2L16 16l-2.2 2.2Z";
const RAYS = "m23.4 8.6-5.2 5.2M23.4 23.4l-5.2-5.2M8.6 23.4l5.2-5.2M8.6 8.6l5.2 5.2";

/** Draws the logo with its upper left corner at the given point, `size` points wide. */
export function drawMark(
  doc: PDFKit.PDFDocument,
  { left, top, size, colour }: { left: number; top: number; size: number; colour: string },
): void {
  doc
    .save()
    .translate(left, top)
    .scale(size / SIDE)
    .lineJoin("round")
    .strokeColor(colour)
    .fillColor(colour)
    .lineWidth(1.5);
  doc.circle(16, 16, 14.25).stroke();
  doc.path(NORTH).fillAndStroke();
  doc.path(POINTS).stroke();
  doc.lineWidth(1.1).path(RAYS).stroke().restore();
}
