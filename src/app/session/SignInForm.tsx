/** Signs in by password or by a mailed code, then the second factor when it is on. Also used in the dialog over an unfinished form. */
import { useMemo, useState, useSyncExternalStore } from "react";
import { t } from "../../client/i18n.ts";
import { proofOfWorkRunning } from "../../client/proof-of-work-progress.ts";
import type { CallAnswer, CallBody } from "../../contract/calls.ts";
import { CallForm, useLoaded } from "../../engine/ui.tsx";
import { pickSections } from "../data/call-sections.ts";
import { getCachedCall, loadCall } from "../data/schemas.ts";

/** Storage key of the sign-in name, when the user chose to keep it. Source: specification 3. */
export const REMEMBERED = "loginPhone";
/** Ways to sign in; the values are the call's `loginType`. */
const WAYS = [
  ["1", "byPassword"],
  ["2", "byCode"],
] as const;

type Way = (typeof WAYS)[number][0];

export function SignInForm({ username, onDone }: { username: string; onDone(): Promise<void> }) {
  const parts = useLoginParts();
  const [way, setWay] = useState<Way>("1");
  const [name, setName] = useState(username);
  const [first, setFirst] = useState<CallBody<"login">>();
  const login: CallBody<"login"> = { username: name, loginType: way };
  if (!parts) return <div className="skeleton" style={{ height: 394 }} aria-hidden />;
  const remembered = localStorage.getItem(REMEMBERED);
  const follow = async (answer: CallAnswer<"login">, sent: CallBody<"login">) => {
    if (answer.needGoogle) setFirst(sent);
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
  return (
    <>
      <WayChoice way={way} onChoose={setWay} />
      <ProofOfWorkProgress />
      {/* Keeps the typed name when the way changes. */}
      <div
        onInput={(event) =>
          event.target instanceof HTMLInputElement &&
          event.target.matches("[autocomplete=username]") &&
          setName(event.target.value)
        }
      >
        <CallForm
          key={way}
          call={parts.first}
          preset={{ ...login, remember: name !== "" && name === remembered }}
          onDone={async (answer: CallAnswer<"login">, sent: CallBody<"login">, entered) => {
            if (entered.remember) localStorage.setItem(REMEMBERED, sent.username);
            else localStorage.removeItem(REMEMBERED);
            await follow(answer, sent);
          }}
        />
      </div>
    </>
  );
}

/** Loads the call and returns its two forms: name and password or code, and the second factor. Undefined until loaded. */
function useLoginParts() {
  const call = useLoaded(() => loadCall("login"), "login", getCachedCall("login"));
  return useMemo(
    () => call && { first: pickSections(call, ["signIn"]), second: pickSections(call, ["second"]) },
    [call],
  );
}

/** By password or by a mailed code. */
function WayChoice({ way, onChoose }: { way: Way; onChoose(way: Way): void }) {
  return (
    <fieldset className="ways">
      <legend className="sr-only">{t("signInBy")}</legend>
      {WAYS.map(([value, word]) => (
        <label key={value}>
          <input type="radio" name="way" className="sr-only" checked={way === value} onChange={() => onChoose(value)} />
          {t(word)}
        </label>
      ))}
    </fieldset>
  );
}

/** Shows that the browser computes a proof of work, once it takes longer than a usual sign-in. */
function ProofOfWorkProgress() {
  const busy = useSyncExternalStore(proofOfWorkRunning.subscribe, proofOfWorkRunning.get);
  return <output className="sign-in-working">{busy && t("signInWorking")}</output>;
}
