/**
 * GET /mer/info/auth/file/authorization (C75): returns the authorisation letter with the data of the application. GET
 * /mer/other2/load/file/b5 (C31): the same letter with blank lines.
 */
import { formatDayInChina } from "../../../src/payments/time.ts";
import type { Lang } from "@portolan/engine";
import { createFileDownload } from "../../export/create-file-download.ts";
import type { FileDownload } from "../../core/file-download.ts";
import { handler, type CallContext } from "../../calls/handler.ts";
import { createCheckCode } from "../../records/check-code.ts";
import { present } from "../../records/present.ts";
import { findApplication } from "./application.ts";
import { LETTER_FIELDS, writeLetter, readLetterFacts, type LetterFacts } from "./letter.ts";

export const authLetter = handler("authLetter", async (call) => {
  const stored = await findApplication(call.services, call.actor.tenant);
  const shown = stored && present(call.services.schemas.entity("onboarding"), stored.data, call.actor, "receipt");
  // Masked values are left blank, to be filled in by hand.
  const open =
    shown && Object.fromEntries(Object.entries(shown).filter(([name, value]) => value === stored.data[name]));
  const code =
    stored &&
    createCheckCode(
      call.services.seal.getLastingKey("receipt"),
      { tenant: call.actor.tenant, entity: "onboarding", id: stored.id, status: "", data: stored.data },
      LETTER_FIELDS,
    );
  return writeLetterFile(call, readLetterFacts(open, formatDayInChina(call.services.clock.now())), code);
});
export const letterTemplate = handler("letterTemplate", async (call) =>
  writeLetterFile(call, readLetterFacts(undefined, "")),
);

const FILE_NAMES: Record<Lang, string> = { zh: "授权书.pdf", en: "Authorisation letter.pdf" };

async function writeLetterFile(
  { lang, services }: Pick<CallContext, "lang" | "services">,
  facts: LetterFacts,
  code?: string,
): Promise<FileDownload> {
  const content = await writeLetter(facts, services.clock.now(), code);
  return createFileDownload({
    name: FILE_NAMES[lang],
    plain: "authorisation_letter.pdf",
    type: "application/pdf",
    content,
  });
}
