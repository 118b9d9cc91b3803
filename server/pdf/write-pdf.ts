/** Writes a document as a PDF on A4, in Chinese and English, with text that can be selected and searched. */
import { isLetterhead, isRule, isTable, listParagraphs, type PdfDocument } from "./blocks.ts";
import { chooseWeight, clean, MARGIN, Pen } from "./pen.ts";

/** Characters of the page number. They are listed because the page number is drawn after the fonts have been subset. */
const PAGE_NUMBER = "第页，共 Page of /0123456789";

export async function writePdf({ title, blocks, at, foot }: PdfDocument): Promise<Buffer> {
  const texts = [...blocks.flatMap(listParagraphs).flatMap(({ spans }) => spans), ...(foot ?? [])];
  // Import both with the first document, because loading them would delay every start.
  const [{ default: Pdf }, { cutFace }] = await Promise.all([import("pdfkit"), import("./typeface.ts")]);
  const face = await cutFace([
    ...texts.map((span) => ({ text: clean(span).text, weight: chooseWeight(span) })),
    ...(foot ? [{ text: PAGE_NUMBER, weight: chooseWeight({ text: "" }) }] : []),
  ]);
  const doc = new Pdf({
    size: "A4",
    // The footer is drawn into the bottom margin.
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    lang: "zh-CN",
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Producer: "Portolan", Creator: "Portolan", CreationDate: new Date(at) },
  });
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) =>
    doc
      .on("data", (part: Buffer) => parts.push(part))
      .on("end", () => resolve(Buffer.concat(parts)))
      .on("error", reject),
  );
  for (const [name, font] of face.fonts) doc.registerFont(name, font);
  const pen = new Pen(doc, face);
  for (const block of blocks) {
    if (isTable(block)) pen.drawTable(block);
    else if (isLetterhead(block)) pen.drawLetterhead(block);
    else if (isRule(block)) pen.drawRule(block);
    else pen.drawParagraph(block);
  }
  if (foot) pen.drawFeet(foot);
  doc.end();
  return done;
}
