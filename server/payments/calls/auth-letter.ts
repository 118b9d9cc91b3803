/** GET /mer/info/auth/file/authorization (C75): the authorisation letter with the data of the application. GET /mer/other2/load/file/b5 (C31): the same with blank lines. */
import { Readable } from "node:stream";
import { formatDayInChina } from "../../../src/payments/time.ts";
import type { Lang } from "../../../src/engine/index.ts";
import { formatDisposition } from "../../export/export.ts";
import { FileAnswer } from "../../core/file-answer.ts";
import { handler, type CallContext } from "../../calls/handler.ts";
import { present } from "../../records/present.ts";
import { findApplication } from "../onboarding/application.ts";
import { writeLetter, readLetterFacts, type LetterFacts } from "../onboarding/letter.ts";

export const authLetter = handler("authLetter", async (call) => {
  const stored = await findApplication(call.services, call.actor.tenant);
  const shown = stored && present(call.services.schemas.entity("onboarding"), stored.data, call.actor, "receipt");
  // Masked values are left blank, to be filled in by hand.
  const open =
    shown && Object.fromEntries(Object.entries(shown).filter(([name, value]) => value === stored.data[name]));
  return answer(call, readLetterFacts(open, formatDayInChina(call.services.clock.now())));
});
export const letterTemplate = handler("letterTemplate", async (call) => answer(call, readLetterFacts(undefined, "")));

const FILE_NAMES: Record<Lang, string> = { zh: "授权书.pdf", en: "Authorisation letter.pdf" };

/** Returns the letter as a download. A browser that opens it gives it no rights. */
async function answer(
  { lang, services }: Pick<CallContext, "lang" | "services">,
  facts: LetterFacts,
): Promise<FileAnswer> {
  const paper = await writeLetter(facts, services.clock.now());
  return new FileAnswer(Readable.from([paper]), {
    "content-type": "application/pdf",
    "content-length": String(paper.length),
    "content-disposition": formatDisposition(FILE_NAMES[lang], "authorisation_letter.pdf"),
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
}
