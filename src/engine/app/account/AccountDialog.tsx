/** Dialogs opened from the user menu with the forms of account calls, such as a change of the password. */
import { t } from "../client/i18n.ts";
import type { Lang } from "../../model/register.ts";
import { CallForm } from "../../form/lazy.tsx";
import { Dialog } from "../../overlay/overlay.tsx";
import { useIsMounted } from "../../react/use-is-mounted.tsx";
import { useLoaded } from "../../data/use-loaded.tsx";
import { loadCallForm } from "../data/load-call-form.tsx";
import type { CallEntity } from "../options.ts";
import { finishCall, readInitialValues } from "./account-call.tsx";

interface DialogProps {
  /** Name of the call; undefined while closed. */
  call: string | undefined;
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
