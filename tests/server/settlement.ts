/** Accounts for paying out balances: a saved RMB account, and an approved foreign account of a holder. */
import type { Client, TestServer } from "./server.ts";

/** Saves an RMB account for the holder at the branch of an existing account. Returns its id. */
export async function rmbAccount(client: Client, holder: string, account: string): Promise<string> {
  const [there] = (await client.call("GET /mer/account/list")).map.list;
  const branch = Object.fromEntries(
    ["bank", "province", "city", "branch", "linkedBankNo"].map((name) => [name, there[name]]),
  );
  return (await client.call("POST /mer/account/save", { ...branch, holder, account })).map.record.id;
}

/** Saves a foreign account for the holder and approves it. Returns its id. */
export async function accountAbroad(
  server: TestServer,
  client: Client,
  payeeName: string,
  account: string,
): Promise<string> {
  await client.call("POST /mer/inter/remit/st01", {
    type: "01",
    payeeName,
    companyName: payeeName,
    country: "HK",
    city: "Hong Kong",
    address: "1 Queen's Road Central",
  });
  const { map } = await client.call("POST /mer/inter/remit/st02", {
    account,
    swift: "HSBCHKHH",
    bankName: "HSBC",
    feeBearing: "SHA",
  });
  await server.worker.drain();
  return map.record.accountId;
}
