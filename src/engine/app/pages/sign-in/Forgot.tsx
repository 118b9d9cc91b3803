/** Resets the login password with a code sent by email. */
import type { Lang } from "../../../model/register.ts";
import { CallForm } from "../../../form/lazy.tsx";
import { useLoaded } from "../../../data/use-loaded.tsx";
import { showToast } from "../../feedback/toasts.ts";
import { loadCall } from "../../data/schemas.ts";

export interface ForgotProps {
  lang: Lang;
  /** Name of the call. */
  call: string;
  /** Receives the email address, to prefill the sign-in form. */
  onDone(email: string): void;
}
export function Forgot({ lang, call: name, onDone }: ForgotProps) {
  const call = useLoaded(() => loadCall(name), name);
  if (!call) return <div className="skeleton" style={{ height: 400 }} aria-hidden />;
  return (
    <CallForm
      call={call}
      preset={call.request.fields.some((field) => field.name === "purpose") ? { purpose: "forget" } : {}}
      onDone={(_map, sent) => {
        showToast("success", call.request.text("form.said", lang));
        onDone(String(sent.email ?? sent.username));
      }}
    />
  );
}
