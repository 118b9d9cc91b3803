/** Extracts the text of our PDFs as lines, in the order of a copied selection. Supports only what pdfkit produces. */
import { inflateSync } from "node:zlib";

interface Drawn {
  y: number;
  text: string;
}

/**
 * Returns the text of each page. Text at the same height forms one line, including table cells.
 * @throws Error when the file is not a PDF
 */
export function textOfPdf(bytes: Buffer): string {
  const source = bytes.toString("latin1");
  if (!source.startsWith("%PDF-")) throw new Error("this is no PDF");
  const objects = new Map([...source.matchAll(/(\d+) 0 obj\n([^]*?)\nendobj/g)].map(([, id, body]) => [id!, body!]));
  const streamOf = (id: string): string => {
    const [, words = "", data = ""] = /^(<<[^]*?>>)\nstream\n([^]*)\nendstream$/.exec(objects.get(id)!) ?? [];
    return words.includes("/FlateDecode") ? inflateSync(Buffer.from(data, "latin1")).toString("latin1") : data;
  };
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body));
  return pages
    .map((page) => {
      const resources = objects.get(/\/Resources (\d+) 0 R/.exec(page)![1]!)!;
      const fonts = new Map(
        [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [
          name!,
          letters(streamOf(/\/ToUnicode (\d+) 0 R/.exec(objects.get(id!)!)![1]!)),
        ]),
      );
      return lines(streamOf(/\/Contents (\d+) 0 R/.exec(page)![1]!), fonts);
    })
    .join("\n");
}

/** Parses the mapping from glyphs to code points of a font. */
function letters(map: string): string[] {
  return [...map.matchAll(/<([\da-f]+)> <[\da-f]+> \[([^\]]*)\]/gi)].reduce<string[]>((all, [, first, targets]) => {
    const texts = [...targets!.matchAll(/<([\da-f ]*)>/gi)].map(([, hex]) =>
      String.fromCharCode(...(hex!.replaceAll(" ", "").match(/.{4}/g) ?? []).map((code) => Number.parseInt(code, 16))),
    );
    texts.forEach((text, index) => (all[Number.parseInt(first!, 16) + index] = text));
    return all;
  }, []);
}

function lines(content: string, fonts: ReadonlyMap<string, string[]>): string {
  const drawn: Drawn[] = [];
  for (const [, block] of content.matchAll(/BT\n([^]*?)ET/g)) {
    const y = Number(/1 0 0 1 [\d.-]+ ([\d.-]+) Tm/.exec(block!)?.[1]);
    const glyphs = fonts.get(/\/(F\d+) /.exec(block!)![1]!)!;
    const text = [...block!.matchAll(/<([\da-f]+)>/g)]
      .flatMap(([, hex]) => hex!.match(/.{4}/g)!)
      .map((code) => glyphs[Number.parseInt(code, 16)] ?? "?")
      .join("");
    const last = drawn.at(-1);
    if (last && Math.abs(last.y - y) < 1) last.text += text;
    else drawn.push({ y, text });
  }
  return drawn.map(({ text }) => text).join("\n");
}
