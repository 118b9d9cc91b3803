/** Resets the login password with a code sent by email. */
import type { Lang } from "@portolan/engine";
import { CallForm, useLoaded } from "@portolan/engine/ui";
import { showToast } from "../../feedback/toasts.ts";
import { loadCall } from "../../data/schemas.ts";
import { CALLS } from "./views.ts";

/** `onDone` receives the email address, to prefill the sign-in form. */
export function Forgot({ lang, onDone }: { lang: Lang; onDone(email: string): void }) {
  const call = useLoaded(() => loadCall(CALLS.forgot), CALLS.forgot);
  if (!call) return <div className="skeleton" style={{ height: 400 }} aria-hidden />;
  return (
    <CallForm
      call={call}
      preset={{ purpose: "forget" }}
      onDone={(_map, sent) => {
        showToast("success", call.request.text("form.said", lang));
        onDone(String(sent.email));
      }}
    />
  );
}
