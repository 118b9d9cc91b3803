/** Public pages other than sign-in: registration, password reset and the legal documents. */
import type { Lang } from "@portolan/engine";
import { Document } from "./Agreement.tsx";
import { Forgot } from "./Forgot.tsx";
import { Register } from "./Register.tsx";
import type { OtherViewName } from "./views.ts";

interface Props {
  lang: Lang;
  view: OtherViewName;
  onRegistered(): Promise<void>;
  /** Receives the e-mail address whose password was reset. */
  onReset(email: string): void;
}
export function OtherView({ lang, view, onRegistered, onReset }: Props) {
  if (view === "register") return <Register lang={lang} onDone={onRegistered} />;
  if (view === "forgot") return <Forgot lang={lang} onDone={onReset} />;
  return <Document lang={lang} name={view} />;
}
