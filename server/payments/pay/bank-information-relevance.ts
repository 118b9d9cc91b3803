/**
 * GET /mer/gep/bank/bankInformationRelevance (C50): completes bank details. If only one domestic branch matches the
 * given bank, city, branch and linked bank number, returns its details. Otherwise returns the details of the given
 * bank, if any, and the matching branches (at most 50). For a SWIFT code, returns its country, and its bank as known
 * from the merchant's receiving accounts or the list of well-known banks.
 */
import { type CallResponse, type EntityRow, getTableName } from "@portolan/engine";
import { type DeclaredContext, handler } from "../../calls/handler.ts";
import { listRowsIn } from "../../calls/typed-rows.ts";

const MAX_BRANCHES = 50;

type BankResponse = CallResponse<"bankInformationRelevance">;
type Context = DeclaredContext<"bankInformationRelevance">;

export const bankInformationRelevance = handler("bankInformationRelevance", async (call) => {
  const { body } = call;
  if (body.swift !== undefined) return { record: await findBySwift(call, body.swift), branches: [] };
  const rows = findBranches(call);
  const [only] = rows;
  if (rows.length === 1 && only) return { record: { ...describeBank(call, only.bank), ...only }, branches: [] };
  return {
    record: body.bank === undefined ? {} : describeBank(call, body.bank),
    branches: rows.slice(0, MAX_BRANCHES),
  };
});

/** Returns the branches that match all given parameters, with their province if it is known. */
function findBranches({ services, body, lang }: Context): BankResponse["branches"] {
  const cities = listRowsIn(services.schemas, "city", lang);
  const named = (["linkedBankNo", "bank", "city"] as const).filter((name) => body[name] !== undefined);
  return listRowsIn(services.schemas, "branch", lang)
    .filter(
      (row) =>
        named.every((name) => row[name] === body[name]) && (body.branch === undefined || row.name === body.branch),
    )
    .map(({ bank, city, name, linkedBankNo }) => {
      const known = cities.find((row) => row.name === city);
      return { bank, ...(known ? { province: known.province } : {}), city, branch: name, linkedBankNo };
    });
}

function describeBank({ services, lang }: Context, name: string): BankResponse["record"] {
  const row = listRowsIn(services.schemas, "bank", lang).find((bank) => bank.name === name);
  return row ? { bank: row.name, bankEnglish: row.english, bankCode: row.code, country: "CN" } : {};
}

/**
 * Returns the country of a SWIFT code, and its bank if it is known. A code consists of 4 characters for the bank, 2 for
 * the country, 2 for the location and optionally 3 for the branch, which are ignored.
 */
async function findBySwift(call: Context, swift: string): Promise<BankResponse["record"]> {
  const office = swift.slice(0, 8);
  return { swift, country: swift.slice(4, 6), ...((await findOwnBank(call, office)) ?? findKnownBank(call, office)) };
}

async function findOwnBank({ services, actor }: Context, office: string): Promise<BankResponse["record"] | undefined> {
  const accounts = services.schemas.entity("receivingAccount");
  const rows = await services.db.query<{ data: EntityRow<"receivingAccount"> }>(
    `SELECT data FROM ${getTableName(accounts)} WHERE m = $1 ORDER BY id`,
    [actor.tenant],
  );
  const account = rows.find(({ data }) => data.swift?.slice(0, 8) === office)?.data;
  if (!account) return undefined;
  const { bank, bankAddress } = account;
  return { ...(bank === undefined ? {} : { bank }), ...(bankAddress === undefined ? {} : { bankAddress }) };
}

function findKnownBank({ services, lang }: Context, office: string): BankResponse["record"] {
  const row = listRowsIn(services.schemas, "swiftCode", lang).find(({ code }) => code === office);
  return row ? { bank: row.name, bankEnglish: row.latin } : {};
}
