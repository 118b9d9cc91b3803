/** The demo merchants' receiving accounts. Account numbers and references are invented. */
import type { Row } from "@portolan/engine";
import type { Schemas } from "@portolan/engine/folder";
import type { Queries } from "../../../store/database.ts";
import type { DemoMerchant } from "../../demo/merchants.ts";
import { insertRows } from "../../../lifecycle/insert-rows.ts";

interface ReceivingBank {
  currency: string;
  bank: string;
  swift: string;
  bankAddress: string;
  country: string;
  account(merchant: string): string;
  second?: string;
}

/** Returns an IBAN with check digits (ISO 7064 MOD 97-10). */
function createIban(country: string, bban: string): string {
  const digits = [...`${bban}${country}00`].map((char) => Number.parseInt(char, 36)).join("");
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, "0")}${bban}`;
}

const BANKS: readonly ReceivingBank[] = [
  {
    currency: "USD",
    bank: "The Hongkong and Shanghai Banking Corporation Limited",
    swift: "HSBCHKHHHKH",
    bankAddress: "1 Queen's Road Central, Hong Kong",
    country: "HK",
    account: (tenant) => `848${tenant}838`,
  },
  {
    currency: "USD",
    bank: "JPMorgan Chase Bank, N.A.",
    swift: "CHASUS33",
    bankAddress: "383 Madison Avenue, New York, NY 10179",
    country: "US",
    account: (tenant) => `7000${tenant}21`,
    second: "美国站",
  },
  {
    currency: "EUR",
    bank: "Deutsche Bank AG",
    swift: "DEUTDEFF",
    bankAddress: "Taunusanlage 12, 60325 Frankfurt am Main",
    country: "DE",
    account: (tenant) => createIban("DE", `50070010${tenant}0042`),
  },
  {
    currency: "GBP",
    bank: "Barclays Bank PLC",
    swift: "BARCGB22",
    bankAddress: "1 Churchill Place, London E14 5HP",
    country: "GB",
    account: (tenant) => createIban("GB", `BARC200000${tenant}07`),
  },
  {
    currency: "HKD",
    bank: "The Hongkong and Shanghai Banking Corporation Limited",
    swift: "HSBCHKHHHKH",
    bankAddress: "1 Queen's Road Central, Hong Kong",
    country: "HK",
    account: (tenant) => `848${tenant}001`,
  },
  {
    currency: "JPY",
    bank: "MUFG Bank, Ltd.",
    swift: "BOTKJPJT",
    bankAddress: "1-4-5 Marunouchi, Chiyoda-ku, Tokyo",
    country: "JP",
    account: (tenant) => `0${tenant}`,
  },
  {
    currency: "CNY",
    bank: "Bank of China (Hong Kong) Limited",
    swift: "BKCHHKHH",
    bankAddress: "1 Garden Road, Central, Hong Kong",
    country: "HK",
    account: (tenant) => `012875${tenant}`,
  },
];

/**
 * Inserts an account for each currency that the merchant holds, a second one for US dollars, and one that is being
 * opened. Does nothing for a merchant without an English name.
 */
export async function seedReceivingAccounts(
  tx: Queries,
  schemas: Schemas,
  { id, englishName, opening }: DemoMerchant,
  at: number,
): Promise<void> {
  const entity = schemas.entity("receivingAccount");
  if (!englishName) return;
  const held = BANKS.filter(({ currency }) => currency in opening);
  const rows = held.map(({ account, second, ...bank }): Row => ({
    ...bank,
    holder: englishName,
    account: account(id),
    reference: `MER${id}`,
    status: "completed",
    isDefault: second === undefined,
    ...(second ? { label: second } : {}),
  }));
  await insertRows(tx, entity, { tenant: id, at }, [
    ...rows,
    { currency: "AUD", holder: englishName, status: "inProcess", isDefault: false },
  ]);
}
