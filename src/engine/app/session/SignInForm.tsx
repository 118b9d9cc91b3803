/**
 * Signs in with a password or a code sent by email, followed by the second factor if enabled. Also shown in the dialog
 * over an unfinished form.
 */
import { useMemo, useState, useSyncExternalStore } from "react";
import { t } from "../client/i18n.ts";
import { proofOfWorkRunning } from "../client/proof-of-work-progress.ts";
import type { CallResponse, CallBody } from "../../model/calls.ts";
import { CallForm } from "../../form/lazy.tsx";
import { useLoaded } from "../../data/use-loaded.tsx";
import { pickSections } from "../data/call-sections.ts";
import { getCachedCall, loadCall } from "../data/schemas.ts";
import { getWire } from "./wire.ts";

/** Local storage key of the remembered sign-in name. */
export const REMEMBERED = "loginPhone";
/** Sign-in methods; each value is a `loginType` of the call, if it has that field. */
const LOGIN_TYPES = [
  ["1", "byPassword"],
  ["2", "byCode"],
] as const;

type LoginType = (typeof LOGIN_TYPES)[number][0];

export function SignInForm({ username, onDone }: { username: string; onDone(): Promise<void> }) {
  const parts = useLoginParts();
  const [loginType, setLoginType] = useState<LoginType>("1");
  const [name, setName] = useState(username);
  const [first, setFirst] = useState<CallBody<"login">>();
  if (!parts) return <div className="skeleton" style={{ height: 394 }} aria-hidden />;
  const remembered = localStorage.getItem(REMEMBERED);
  const follow = async (response: CallResponse<"login">, sent: CallBody<"login">) => {
    if (getWire().requiresSecondFactor(response)) setFirst(sent);
    else await onDone();
  };
  if (first)
    return (
      <>
        <p>{t("secondStep")}</p>
        <ProofOfWorkProgress />
        <CallForm
          call={parts.second}
          preset={{ ...first, second: true }}
          onDone={follow}
          onCancel={() => setFirst(undefined)}
          submitLabel={t("signIn")}
        />
      </>
    );
  const choosesType = parts.first.request.fields.some((field) => field.name === "loginType");
  return (
    <>
      {choosesType && <LoginTypeChoice loginType={loginType} onChoose={setLoginType} />}
      <ProofOfWorkProgress />
      {/* Keeps the entered name when the method changes. */}
      <div
        onInput={(event) =>
          event.target instanceof HTMLInputElement &&
          event.target.matches("[autocomplete=username]") &&
          setName(event.target.value)
        }
      >
        <CallForm
          key={loginType}
          call={parts.first}
          preset={{ username: name, ...(choosesType && { loginType }), remember: name !== "" && name === remembered }}
          onDone={async (response: CallResponse<"login">, sent: CallBody<"login">, entered) => {
            if (entered.remember) localStorage.setItem(REMEMBERED, sent.username);
            else localStorage.removeItem(REMEMBERED);
            await follow(response, sent);
          }}
        />
      </div>
    </>
  );
}

/**
 * Loads the call and returns its two forms: name with password or code, and the second factor. Undefined while loading.
 */
function useLoginParts() {
  const call = useLoaded(() => loadCall("login"), "login", getCachedCall("login"));
  return useMemo(
    () => call && { first: pickSections(call, ["signIn"]), second: pickSections(call, ["second"]) },
    [call],
  );
}

/** Choice between the password and a code sent by email. */
function LoginTypeChoice({ loginType, onChoose }: { loginType: LoginType; onChoose(loginType: LoginType): void }) {
  return (
    <fieldset className="ways">
      <legend className="sr-only">{t("signInBy")}</legend>
      {LOGIN_TYPES.map(([value, labelKey]) => (
        <label key={value}>
          <input
            type="radio"
            name="way"
            className="sr-only"
            checked={loginType === value}
            onChange={() => onChoose(value)}
          />
          {t(labelKey)}
        </label>
      ))}
    </fieldset>
  );
}

/** Progress message shown while the browser solves a proof of work. */
function ProofOfWorkProgress() {
  const busy = useSyncExternalStore(proofOfWorkRunning.subscribe, proofOfWorkRunning.get);
  return <output className="sign-in-working">{busy && t("signInWorking")}</output>;
}
