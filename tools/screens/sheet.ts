/** Contact sheets: captioned screenshots in an HTML page, which is kept and also captured as an image. */
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Browser } from "@playwright/test";

export interface Picture {
  /** Caption with page and state. */
  label: string;
  /** File name in the folder of the sheets. */
  file: string;
}

/** Width of a sheet, in px. */
const SHEET = 1560;
const GAP = 12;

/**
 * Screenshots per row and sheet. Pages taller than `height` px are cropped; their own screenshot shows them in full.
 */
const LAYOUTS = [
  { upTo: 579, columns: 4, rows: 1, height: 1_000 },
  { upTo: 991, columns: 3, rows: 2, height: 760 },
  { upTo: Infinity, columns: 2, rows: 2, height: 620 },
];

const renderHtml = (
  title: string,
  pictures: readonly Picture[],
  columns: number,
  height: number,
) => `<!doctype html><meta charset="utf-8"><title>${title}</title><style>
body{margin:0;padding:${GAP}px;width:${SHEET - 2 * GAP}px;background:#d5dae0;font:600 14px/20px sans-serif;display:grid;grid-template-columns:repeat(${columns},minmax(0,1fr));gap:${GAP}px}
figure{margin:0}figcaption{padding-block-end:4px;overflow-wrap:anywhere}a{display:block;max-height:${height}px;overflow:hidden}img{display:block;width:100%}</style>
${pictures.map(({ label, file }) => `<figure><figcaption>${label}</figcaption><a href="${file}"><img src="${file}"></a></figure>`).join("\n")}`;

/** Writes `sheet-<name>-<n>.html` and `.png` into `folder`. Returns the paths of the images. */
export async function writeSheets(
  browser: Browser,
  { folder, name, width }: { folder: string; name: string; width: number },
  pictures: readonly Picture[],
): Promise<string[]> {
  const { columns, rows, height } = LAYOUTS.find(({ upTo }) => width <= upTo)!;
  const page = await browser.newPage({ viewport: { width: SHEET, height: 400 } });
  const sheets: string[] = [];
  for (let from = 0; from < pictures.length; from += columns * rows) {
    const path = join(folder, `sheet-${name}-${sheets.length + 1}`);
    writeFileSync(
      `${path}.html`,
      renderHtml(basename(path), pictures.slice(from, from + columns * rows), columns, height),
    );
    await page.goto(`file://${path}.html`);
    await page.screenshot({ path: `${path}.png`, fullPage: true });
    sheets.push(`${path}.png`);
  }
  await page.close();
  return sheets;
}
