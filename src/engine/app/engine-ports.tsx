/** The app's implementation of the engine's ports. */
import { hiddenAmounts } from "./client/hidden-amounts.ts";
import { findEndpoint } from "./client/endpoints.ts";
import { createFailure, readServerNow, send } from "./client/http.ts";
import { translateEngine, translateFailure } from "./client/i18n.ts";
import type { Lang } from "../model/register.ts";
import type { Ports } from "../model/ports.ts";
import { getApp, getFilePaths } from "./options.ts";
import { confirmLeave, registerUnfinished } from "./feedback/leave-guard.ts";
import { showToast } from "./feedback/toasts.ts";
import { canOpen, listPath, recordPath } from "./routing/record-path.ts";
import { loadEntity, loadTexts } from "./data/schemas.ts";
import { requestProof } from "./session/StepUp.tsx";
import type { Grants } from "./session/user.ts";

let navigate: (path: string) => void = (path) => location.assign(path);
/** Sets the function with which `go` navigates. Until then, `go` loads the path as a new document. */
export const navigateBy = (own: (path: string) => void): void => void (navigate = own);

/**
 * Loads the code for downloads and uploads on first use.
 * @throws CallFailure when it cannot be loaded, in which case nothing has been sent
 */
const loadFiles = () =>
  import("./client/files.ts").catch(() => {
    throw createFailure({ kind: "offline", code: 0, message: "" });
  });

/** Returns the ports of the app. Its `go` asks for confirmation before it leaves unfinished input. */
export function createPorts(lang: Lang, grants: () => Grants | undefined): Ports {
  let user = "";
  const ports: Ports = {
    lang,
    call: send,
    download: async (...file) => (await loadFiles()).download(...file),
    upload: async (...file) => (await loadFiles()).upload(...file),
    openFile: (id) => ports.download({ method: "GET", path: getFilePaths().load }, { id }),
    entity: loadEntity,
    texts: loadTexts,
    now: readServerNow,
    notify: showToast,
    stepUp: requestProof,
    // Loaded lazily: it depends on the data-fetching layer, which the sign-in page does not load.
    context: async (name, about) => (await import("./data/contexts.tsx")).loadContext(ports, name, about),
    t: translateEngine,
    failure: translateFailure,
    callNamed: findEndpoint,
    go: (path, options) => void (confirmLeave(options) && navigate(path)),
    recordPath: (entity, id) => recordPath(grants(), entity, id),
    listPath: (entity) => listPath(grants(), entity),
    canOpen: (path) => canOpen(grants(), path),
    unfinished: registerUnfinished,
    amounts: hiddenAmounts,
    dialect: getApp().settings,
    granted: (grant) => grants()?.granted.has(grant) ?? false,
    // Keeps the last user after sign-out: a page that is about to unmount must not refetch under an empty user key.
    user: () => (user = grants()?.user.userId ?? user),
  };
  return ports;
}
