/** First tab of the personal centre: the merchant, the sign-in name, and the certification and security settings. */
import { t } from "../../client/i18n.ts";
import { call } from "../../client/call.ts";
import type { CallResponse } from "../../contract/calls.ts";
import { useLoaded } from "../../engine/ui.tsx";
import { GuardedLink } from "../routing/GuardedLink.tsx";
import { pages } from "../routing/pages.ts";
import { CERTIFICATION } from "../routing/paths.ts";

const CENTRE = "/personalCenter";
const TONE: Record<string, string> = { "1": "success", "0": "info", "-1": "danger", "4": "warning" };

export function Overview() {
  const info = useLoaded(() => call("userInfo", {}, { passive: true }), "userInfo");
  if (!info) return <div className="skeleton page-skeleton" aria-hidden />;
  return (
    <section className="form-page">
      <h1>{t("account.title")}</h1>
      <dl className="account-card">
        <dt>{t("account.merchant")}</dt>
        <dd>{info.merName}</dd>
        <dt>{t("account.username")}</dt>
        <dd>{info.username}</dd>
      </dl>
      <ul className="account-list">
        {listSettings(info).map(({ label, text, tone, to, go }) => (
          <li key={label}>
            <span>{label}</span>
            <span className="status" data-tone={tone}>
              {text}
            </span>
            {to && (
              <GuardedLink to={to} className="btn" data-small aria-label={`${go} ${label}`}>
                {go}
              </GuardedLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Returns the certification and security settings, each with its state and a link to change it. `to` is undefined for a
 * certified merchant's certification.
 */
function listSettings(info: CallResponse<"userInfo">) {
  const status = String(info.userStatus);
  const certify = status !== "1" && pages.some((page) => page.path === CERTIFICATION);
  return [
    {
      label: t("account.certification"),
      text: t(`status.${status}`),
      tone: TONE[status],
      to: certify ? CERTIFICATION : undefined,
      go: t("account.certify"),
    },
    {
      label: t("account.payPassword"),
      ...describeSetting(info.payPasswordSet),
      to: `${CENTRE}?tab=payPassword`,
      go: t(info.payPasswordSet ? "account.change" : "account.set"),
    },
    {
      label: t("account.totp"),
      ...describeSetting(info.googleAuth),
      to: `${CENTRE}?tab=verification`,
      go: t(info.googleAuth ? "account.change" : "account.set"),
    },
    {
      label: t("account.phone"),
      text: info.phone ?? t("account.notSet"),
      tone: info.phone ? "success" : "neutral",
      to: `${CENTRE}?tab=phone`,
      go: t(info.phone ? "account.change" : "account.set"),
    },
    {
      label: t("account.loginPassword"),
      ...describeSetting(true),
      to: `${CENTRE}?tab=password`,
      go: t("account.change"),
    },
  ];
}

const describeSetting = (on: boolean) => ({
  text: t(on ? "account.isSet" : "account.notSet"),
  tone: on ? "success" : "warning",
});
