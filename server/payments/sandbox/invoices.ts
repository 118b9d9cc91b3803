/** Invoices for a demo merchant's latest incoming and international payments, each for the amount of its payment. */
import { computeRecord, Decimal, getTableName, type Row } from "@portolan/engine";
import { formatDayInChina } from "../../../src/payments/time.ts";
import { insertRows } from "../../lifecycle/insert-rows.ts";
import { DAY, type HistoryPart } from "../demo/history-builder.ts";
import { DEMO_REMIT_PAYEES } from "../remit/sandbox/parties.ts";

/** Goods on the invoices, used in rotation. The remainder of an amount is freight. */
const GOODS = ["Wooden crate 60 × 40 cm", "Desk lamp, brass", "Cotton fabric 150 cm", "Ceramic mug 350 ml"];
const PIECES = 24;

/** Payments that get an invoice: `link` references the payment, `party` is its field with the counterparty's name. */
const SOURCES = [
  { entity: "recharge", direction: "issued", link: "rechargeId", party: "remitterName", count: 6 },
  { entity: "remittance", direction: "received", link: "remittanceId", party: "payeeName", count: 4 },
] as const;

export const invoices: HistoryPart = {
  async open({ tx, schemas, merchant, now }) {
    const invoice = schemas.entity("invoice");
    for (const { entity, direction, link, party, count } of SOURCES) {
      const paid = await tx.query(
        `SELECT id, data FROM ${getTableName(schemas.entity(entity))} WHERE m = $1 ORDER BY id DESC LIMIT ${count}`,
        [merchant.id],
      );
      const rows = paid.map(({ id, data }, index): Row => {
        const row: Row = {
          direction,
          invoiceNo: `INV-${id.slice(-6)}`,
          party: data[party],
          ...findAddress(data[party]),
          issuedOn: formatDayInChina(now - (index + 3) * DAY),
          currency: data["currency"],
          [link]: id,
          lines: listLines(String(data["amount"]), index),
        };
        return { ...row, ...computeRecord(invoice, row) };
      });
      if (rows.length > 0) await insertRows(tx, invoice, { tenant: merchant.id, at: now - DAY }, rows);
    }
  },
};

/** Returns the address of a counterparty that the demo merchant also pays, or no fields. */
function findAddress(name: unknown): Row {
  const row = DEMO_REMIT_PAYEES.find(({ row }) => row["payeeName"] === name)?.row;
  return row
    ? { "address.country": row["country"], "address.city": row["city"], "address.street": row["address"] }
    : {};
}

/** Returns invoice lines that add up to an amount: goods at a whole unit price, and freight for the remainder. */
function listLines(amount: string, index: number): Row[] {
  const whole = Decimal.of(amount);
  const price = whole.div(BigInt(PIECES + 1), 0);
  const freight = whole.sub(price.mul(BigInt(PIECES)));
  return [
    { description: GOODS[index % GOODS.length], quantity: PIECES, price: price.toString() },
    { description: "Sea freight", quantity: 1, price: freight.toString() },
  ];
}
