/**
 * Dialogs opened from the header to change the login password or the payment password. Source: specification 2 and 4
 * (S8, S9).
 */
import { t } from "../../client/i18n.ts";
import type { Lang } from "@portolan/engine";
import { CallForm, Dialog, useIsMounted, useLoaded } from "@portolan/engine/ui";
import { loadCallForm } from "../data/load-call-form.tsx";
import type { CallEntity } from "../data/schemas.ts";
import { finishCall, readInitialValues } from "./account-call.ts";

/** Names of the calls whose forms the header can open. */
export type AccountCall = "changePassword" | "payPassword";

interface DialogProps {
  call: AccountCall | undefined;
  lang: Lang;
  onClose(): void;
}
export function AccountDialog({ call, lang, onClose }: DialogProps) {
  // The dialog opens once its form is loaded, so that it is never empty.
  const form = useLoaded(async () => call && loadCallForm(call), String(call));
  return (
    <Dialog open={form !== undefined} onClose={onClose} labelledBy="account-dialog">
      {form && (
        <>
          <h2 id="account-dialog">{t(`dialog.${call}`)}</h2>
          <Form key={call} form={form} lang={lang} onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

function Form({ form, lang, onClose }: Omit<DialogProps, "call"> & { form: CallEntity }) {
  const isMounted = useIsMounted();
  return (
    <CallForm
      call={form}
      preset={readInitialValues(form)}
      onCancel={onClose}
      onDone={async (map) => {
        // By the time the response arrives, the dialog may have been closed or reopened for the other call.
        if (isMounted()) onClose();
        await finishCall(map, form, lang);
      }}
    />
  );
}
