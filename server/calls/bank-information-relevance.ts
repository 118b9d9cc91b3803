/**
 * GET /mer/gep/bank/bankInformationRelevance (C50): bank details that belong together. From a linked bank number, or a branch, or a bank and
 * its city: the bank, place and number of the domestic branch. From a SWIFT code: the country in it, and the bank as the merchant's own
 * receiving accounts know it, or the list of well-known banks.
 */
import { tableOf, type Row } from "../../src/engine/index.ts";
import type { CallContext, Handler } from "./handler.ts";
import { listsIn } from "../schemas/localised.ts";

/** Most branches that are offered to choose from. */
const MOST = 50;

export const bankInformationRelevance: Handler = async (call) => {
  const { body } = call;
  if (typeof body.swift === "string") return { record: await bySwift(call, body.swift), branches: [] };
  const rows = branchesOf(call);
  const [only] = rows;
  if (rows.length === 1 && only) return { record: { ...bankOf(call, String(only["bank"])), ...only }, branches: [] };
  return { record: typeof body.bank === "string" ? bankOf(call, body.bank) : {}, branches: rows.slice(0, MOST) };
};

/** Branches that fit everything that was named, with their province. */
function branchesOf({ services, body, lang }: CallContext): Row[] {
  const lists = listsIn(services.schemas, lang);
  const cities = lists.get("city") ?? [];
  const named = (["linkedBankNo", "bank", "city"] as const).filter((name) => body[name] !== undefined);
  return (lists.get("branch") ?? [])
    .filter(
      (row) =>
        named.every((name) => row[name] === body[name]) && (body.branch === undefined || row["name"] === body.branch),
    )
    .map(({ bank, city, name, linkedBankNo }) => ({
      bank,
      province: cities.find((row) => row["name"] === city)?.["province"],
      city,
      branch: name,
      linkedBankNo,
    }));
}

function bankOf({ services, lang }: CallContext, name: string): Row {
  const row = (listsIn(services.schemas, lang).get("bank") ?? []).find((one) => one["name"] === name);
  return row ? { bank: row["name"], bankEnglish: row["english"], bankCode: row["code"], country: "CN" } : {};
}

/** A SWIFT code is 4 letters of the bank, 2 of the country, 2 of the place: the first eight name the office. */
async function bySwift(call: CallContext, swift: string): Promise<Row> {
  const office = swift.slice(0, 8);
  return { swift, country: swift.slice(4, 6), ...((await ownBank(call, office)) ?? wellKnownBank(call, office)) };
}

async function ownBank({ services, actor }: CallContext, office: string): Promise<Row | undefined> {
  const accounts = services.schemas.entities.get("receivingAccount");
  const rows = accounts
    ? await services.db.query<{ data: Row }>(`SELECT data FROM ${tableOf(accounts)} WHERE m = $1 ORDER BY id`, [
        actor.merId,
      ])
    : [];
  const account = rows.find(({ data }) => String(data["swift"]).slice(0, 8) === office)?.data;
  return account && { bank: account["bank"], bankAddress: account["bankAddress"] };
}

function wellKnownBank({ services, lang }: CallContext, office: string): Row {
  const row = (listsIn(services.schemas, lang).get("swiftCode") ?? []).find((one) => one["code"] === office);
  return row ? { bank: row["name"], bankEnglish: row["latin"] } : {};
}
