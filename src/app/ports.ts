/** The engine's ways to the outside, as this portal gives them. */
import { download, send, serverNow, upload } from "../client/http.ts";
import { engineWord } from "../client/i18n.ts";
import type { Lang, Ports } from "../engine/index.ts";
import { loadContext } from "./contexts.ts";
import { notify } from "./notices.tsx";
import { loadEntity } from "./schemas.ts";
import { askProof } from "./StepUp.tsx";
import type { Grants } from "./user.ts";

export function portsFor(lang: Lang, grants: () => Grants | undefined): Ports {
  return {
    lang,
    call: send,
    download,
    upload,
    entity: loadEntity,
    now: serverNow,
    notify,
    stepUp: askProof,
    context: loadContext,
    word: engineWord,
    granted: (grant) => grants()?.granted.has(grant) ?? false,
    user: () => grants()?.user.id ?? "",
  };
}
