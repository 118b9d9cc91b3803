/** Registers merchants in tests through the real calls. */
import { digestPassword } from "../../server/session/password.ts";
import agreement from "../../locales/zh/agreement.json" with { type: "json" };
import { PASSWORD, type Client, type TestServer } from "./server.ts";

let count = 0;

/** Returns the client of a newly registered merchant that is not certified. */
export async function registered(server: TestServer): Promise<Client> {
  const email = `fresh${++count}@harbour.example`;
  const client = server.client();
  await client.call("POST /mer/login/send/email/code", { email, purpose: "register" });
  const [mail] = await server.db.query<{ body: string }>(
    "SELECT body FROM outbox WHERE target = $1 ORDER BY id DESC LIMIT 1",
    [email],
  );
  const code = /\d{6}/.exec(mail!.body)![0];
  const answer = await client.call("POST /mer/user/register", {
    email,
    code,
    agreement: true,
    agreementVersion: agreement.version,
    password: digestPassword("login", PASSWORD),
  });
  if (answer.code !== 2000) throw new Error(`register: ${answer.code} ${answer.message} ${JSON.stringify(answer.map)}`);
  return Object.assign(client, { token: String(answer.map.token), userId: String(answer.map.userId) });
}
