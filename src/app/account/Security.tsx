/** Section "Sign-in and security" of the account settings: a row per tab under it, and the latest security activity. */
import { t } from "../../client/i18n.ts";
import { call } from "../../client/call.ts";
import type { CallResponse } from "../../contract/calls.ts";
import { useLoaded, usePorts } from "../../engine/ui.tsx";
import { useOpenPage } from "../routing/use-open-page.tsx";
import { SecurityActivity } from "./SecurityActivity.tsx";
import { type Setting, SettingRow } from "./SettingRow.tsx";

type Info = CallResponse<"userInfo">;
const DAY_MS = 86_400_000;
/** Events of the security log that set the login password. */
const PASSWORD_EVENTS = "register,loginPasswordChanged,loginPasswordReset";

export function Security({ title }: { title: string }) {
  const { lang, now } = usePorts();
  const { page, tabs, tab: open } = useOpenPage();
  const loaded = useLoaded(readSettings, "security");
  if (!loaded) return <div className="skeleton page-skeleton" aria-hidden />;
  const { info, devices, changedAt } = loaded;
  const days = changedAt === undefined ? undefined : Math.floor((now() - Date.parse(changedAt)) / DAY_MS);
  const known: Record<string, Partial<Setting>> = {
    password: { text: days === undefined ? t("settings.isSet") : describeAge(days), go: t("settings.change") },
    payPassword: describeSetting(info.payPasswordSet),
    verification: info.googleAuth
      ? { text: t("settings.totpOn"), tone: "success", go: t("settings.change") }
      : { text: t("settings.totpOff"), tone: "warning", go: t("settings.turnOn") },
    phone: { ...describeSetting(info.phoneSet), ...(info.phone ? { text: info.phone, tone: undefined } : {}) },
    sessions: devices === undefined ? {} : { text: t("settings.devices", { count: devices }) },
  };
  return (
    <section className="form-page">
      <h1>{title}</h1>
      <ul className="account-list">
        <SettingRow label={t("settings.username")} text={info.username} />
        {tabs
          .filter((tab) => tab.in === open?.id)
          .map(({ id, label, entity }) => (
            <SettingRow
              key={id}
              label={label[lang]}
              to={`${page?.path}?tab=${id}`}
              go={t(entity ? "settings.all" : "settings.view")}
              {...known[id]}
            >
              {entity === "securityLog" && <SecurityActivity />}
            </SettingRow>
          ))}
      </ul>
    </section>
  );
}

/** Loads what the rows show. The number of devices and the age of the password are left out if they fail to load. */
async function readSettings(): Promise<{ info: Info; devices?: number | undefined; changedAt?: string | undefined }> {
  const [info, devices, changedAt] = await Promise.all([
    call("userInfo", {}, { passive: true }),
    call("sessionList").then(
      ({ list }) => list.length,
      () => undefined,
    ),
    call("securityLog.list", { action: PASSWORD_EVENTS }).then(
      ({ list }) => list[0]?.createdAt,
      () => undefined,
    ),
  ]);
  return { info, devices, changedAt };
}

const describeAge = (days: number): string =>
  days < 1 ? t("settings.changedToday") : t("settings.changed", { count: days });

const describeSetting = (isSet: boolean): Partial<Setting> =>
  isSet
    ? { text: t("settings.isSet"), go: t("settings.change") }
    : { text: t("settings.notSet"), tone: "warning", go: t("settings.set") };
