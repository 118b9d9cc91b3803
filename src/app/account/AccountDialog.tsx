/**
 * Dialogs opened from the header to change the login password or the payment password. Source: specification 2 and 4
 * (S8, S9).
 */
import { t } from "../../client/i18n.ts";
import type { Lang } from "../../engine/index.ts";
import { CallForm, Dialog, useIsMounted, useLoaded } from "../../engine/ui.tsx";
import { loadCall } from "../data/schemas.ts";
import { finishCall, readInitialValues } from "./account-call.ts";

/** Names of the calls whose forms the header can open. */
export type AccountCall = "changePassword" | "payPassword";

export function AccountDialog({ call, lang, onClose }: { call: AccountCall | undefined; lang: Lang; onClose(): void }) {
  return (
    <Dialog open={call !== undefined} onClose={onClose} labelledBy="account-dialog">
      {call && (
        <>
          <h2 id="account-dialog">{t(`dialog.${call}`)}</h2>
          <Form key={call} name={call} lang={lang} onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

function Form({ name, lang, onClose }: { name: AccountCall; lang: Lang; onClose(): void }) {
  const call = useLoaded(() => loadCall(name), name);
  const isMounted = useIsMounted();
  if (!call) return <div className="skeleton" style={{ height: 400 }} aria-hidden />;
  return (
    <CallForm
      call={call}
      preset={readInitialValues(call)}
      onCancel={onClose}
      onDone={async (map) => {
        // By the time the response arrives, the dialog may have been closed or reopened for the other call.
        if (isMounted()) onClose();
        await finishCall(map, call, lang);
      }}
    />
  );
}
