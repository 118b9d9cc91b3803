/** Writes payments as CSV for upload to a bank, with the portal's CSV writer, which prevents formula injection. */
import { writeCsv, exportTable, type Row } from "@portolan/engine";
import type { FileAbout, FilePayment } from "../../manual-provider/payment-file.ts";

/** Writes orders of one kind with all fields of their requests. @throws Error for orders of several kinds */
export async function writeBankCsv(payments: readonly FilePayment[], { lang }: FileAbout): Promise<string> {
  const [first] = payments;
  if (!first) throw new Error("a file needs a payment");
  const kinds = [...new Set(payments.map(({ entity }) => entity.name))];
  if (kinds.length > 1) throw new Error(`one table has orders of one kind: --kind ${kinds.join(" | ")}`);
  const { entity } = first;
  const names = entity.fields
    .filter(({ name, file }) => !file && payments.some(({ payload }) => payload[name] !== undefined))
    .map(({ name }) => name);
  const rows = async function* (): AsyncGenerator<readonly Row[]> {
    yield payments.map(({ payload }) => payload);
  };
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeCsv(exportTable(entity, names, lang), rows())) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
