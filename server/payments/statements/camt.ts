/** Reads camt.053 (versions 001.02 to 001.08), the ISO 20022 bank statement, as a stream. */
import { createFault, type Found, type StatementReader } from "./model.ts";
import { createCamtSink } from "./camt-sink.ts";
import type { MinorUnits } from "../ledger/minor-units.ts";
import type { StatementFile } from "./statement-file.ts";
import { createXmlFeed } from "./xml.ts";

export const readCamt = ({ name, read: open }: StatementFile, minorUnits: MinorUnits): StatementReader =>
  async function* read() {
    const found: Found[] = [];
    const sink = createCamtSink((item) => found.push(item), minorUnits);
    const feed = createXmlFeed(sink);
    const text = new TextDecoder("utf-8", { fatal: true });
    try {
      for await (const chunk of open()) {
        feed.write(text.decode(chunk, { stream: true }));
        if (feed.broken()) break;
        if (found.length > 0) yield found.splice(0);
      }
      feed.write(text.decode());
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      yield [createFault(0, name, "须为 UTF-8 编码", "must be encoded as UTF-8")];
      return;
    }
    feed.end();
    const broken = feed.broken();
    yield [...found, ...(broken ? [broken] : [])];
  };
