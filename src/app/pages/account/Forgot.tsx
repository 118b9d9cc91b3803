/** A new login password by a mailed code. */
import { t } from "../../../client/i18n.ts";
import { CallForm } from "../../../engine/ui.tsx";
import { notify } from "../../notices.tsx";
import { loadCall } from "../../schemas.ts";
import { useLoaded } from "../../useLoaded.ts";

/** `onDone` gets the address, for the sign-in that follows. */
export function Forgot({ onDone }: { onDone(email: string): void }) {
  const call = useLoaded(() => loadCall("forgetPassword"), "forgetPassword");
  if (!call) return <div className="skeleton" style={{ height: 400 }} aria-hidden />;
  return (
    <CallForm
      call={call}
      preset={{ purpose: "forget" }}
      onDone={(_map, sent) => {
        notify("success", t("passwordReset"));
        onDone(String(sent.email));
      }}
    />
  );
}
