/** GET /mer/info/auth/file/authorization (C75): the authorisation letter with what the application says. GET /mer/other2/load/file/b5 (C31): the same to fill in by hand. */
import { Readable } from "node:stream";
import { dayInChina } from "../../src/engine/index.ts";
import { disposition } from "../export/export.ts";
import { FileAnswer, type CallRequest, type Handler } from "../http/call.ts";
import { present } from "../present.ts";
import { application } from "../onboarding/application.ts";
import { letterPage, lettersFacts, type LetterFacts } from "../onboarding/letter.ts";

export const authLetter: Handler = async (call) => {
  const stored = await application(call);
  const shown = stored && present(call.deps.schemas.entities.get("onboarding")!, stored.data, call.actor, "receipt");
  // What is covered is written by hand.
  const open = shown && Object.fromEntries(Object.entries(shown).filter(([name, value]) => value === stored.data[name]));
  return answer(call, lettersFacts(open, dayInChina(call.deps.clock.now())));
};
export const letterTemplate: Handler = async (call) => answer(call, lettersFacts(undefined, ""));

/** Never shown inside the portal: a download, and without any rights where a browser opens it all the same. */
function answer({ lang }: CallRequest, facts: LetterFacts): FileAnswer {
  const page = Buffer.from(letterPage(facts));
  const name = lang === "zh" ? "授权书.html" : "Authorisation letter.html";
  return new FileAnswer(Readable.from([page]), {
    "content-type": "text/html; charset=utf-8",
    "content-length": String(page.length),
    "content-disposition": disposition(name, "authorisation_letter.html"),
    "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
}
