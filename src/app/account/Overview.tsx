/** First section of the account settings: the business, the user, and the state of the other sections. */
import { t } from "../../client/i18n.ts";
import { call } from "../../client/call.ts";
import type { CallResponse } from "../../contract/calls.ts";
import type { Tab } from "../../contract/pages.ts";
import { useLoaded, usePorts } from "../../engine/ui.tsx";
import { loadCall } from "../data/schemas.ts";
import { pages } from "../routing/pages.ts";
import { CERTIFICATION } from "../routing/paths.ts";
import { useOpenPage } from "../routing/use-open-page.tsx";
import { type Setting, SettingRow } from "./SettingRow.tsx";

type Info = CallResponse<"userInfo">;
const TONES = { "1": "success", "0": "info", "-1": "danger", "4": "warning" } as const;

export function Overview() {
  const { lang } = usePorts();
  const { page, tabs, tab: open } = useOpenPage();
  const loaded = useLoaded(
    () => Promise.all([call("userInfo", {}, { passive: true }), loadCall("digestMail")]),
    "overview",
  );
  if (!loaded) return <div className="skeleton page-skeleton" aria-hidden />;
  const [info, mails] = loaded;
  const known: Record<string, Partial<Setting>> = {
    realName: describeCertification(info),
    signIn: describeSignIn(info),
    mails: { text: mails.request.text(`option.digest.${info.digest}`, lang) },
  };
  const toSetting = ({ id, label }: Tab): Setting => ({
    label: label[lang],
    to: `${page?.path}?tab=${id}`,
    go: t("settings.view"),
    ...known[id],
  });
  return (
    <section className="form-page">
      <h1>{t("account.title")}</h1>
      <dl className="account-card">
        {(["merName", "merId", "name", "username"] as const).map((name) => (
          <div key={name}>
            <dt>{t(`settings.${name}`)}</dt>
            <dd>{info[name]}</dd>
          </div>
        ))}
      </dl>
      <ul className="account-list">
        {tabs
          .filter((tab) => tab.in === undefined && tab !== open)
          .map((tab) => (
            <SettingRow key={tab.id} {...toSetting(tab)} />
          ))}
      </ul>
    </section>
  );
}

/** State of the certification, with the way to it until it has passed. */
function describeCertification({ userStatus }: Info): Partial<Setting> {
  const status = String(userStatus) as keyof typeof TONES;
  const isOpen = status !== "1" && pages.some((page) => page.path === CERTIFICATION);
  return {
    text: t(`status.${status}`),
    tone: TONES[status],
    ...(isOpen ? { to: CERTIFICATION, go: t("settings.certify") } : {}),
  };
}

/** Number of security settings that are not set up yet. */
function describeSignIn({ payPasswordSet, googleAuth, phoneSet }: Info): Partial<Setting> {
  const count = [payPasswordSet, googleAuth, phoneSet].filter((isSet) => !isSet).length;
  return count === 0
    ? { text: t("settings.allSet"), tone: "success" }
    : { text: t("settings.missing", { count }), tone: "warning" };
}
