/** Lists the user's active sessions, with a button to end each other session and one to end all others. */
import { useState } from "react";
import { t } from "../client/i18n.ts";
import { call } from "../client/call.ts";
import { formatWallClock } from "../../base/time-zone.ts";
import { useLoaded } from "../../data/use-loaded.tsx";
import { usePorts } from "../../react/ports-context.tsx";
import { Heading } from "../../react/Heading.tsx";
import { sendOrder } from "../data/send-order.tsx";

export function SessionList() {
  const ports = usePorts();
  const [turn, setTurn] = useState(0);
  const [busy, setBusy] = useState(false);
  const loaded = useLoaded(() => call("sessionList"), String(turn));
  if (!loaded) return <div className="skeleton page-skeleton" aria-hidden />;
  const sessions = loaded.list;
  const format = (time: string) => formatWallClock(Date.parse(time), ports.dialect.zone);
  const end = async (id?: string) => {
    setBusy(true);
    const sent = await sendOrder(ports, "sessionEnd", id === undefined ? {} : { id });
    const message = sent.ok ? undefined : sent.failure?.message;
    if (sent.ok) ports.notify("success", t("sessions.ended"));
    else if (message) ports.notify("warning", message);
    setBusy(false);
    setTurn(turn + 1);
  };
  return (
    <section className="form-page">
      <Heading>{t("sessions.title")}</Heading>
      <p>{t("sessions.help")}</p>
      <ul className="account-list">
        {sessions.map(({ id, current, createdAt, seenAt, ip, agent }) => (
          <li key={id}>
            <div>
              <strong>{describeDevice(agent)}</strong>
              <small>
                {ip} · {t("sessions.since", { time: format(createdAt) })} ·{" "}
                {t("sessions.seen", { time: format(seenAt) })}
              </small>
            </div>
            {current ? (
              <span className="status" data-tone="success">
                {t("sessions.current")}
              </span>
            ) : (
              <button
                type="button"
                className="btn"
                data-small
                disabled={busy}
                aria-label={`${t("sessions.end")} ${describeDevice(agent)} ${format(createdAt)}`}
                onClick={() => void end(id)}
              >
                {t("sessions.end")}
              </button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <button type="button" className="btn" data-tone="danger" disabled={busy} onClick={() => void end()}>
          {t("sessions.endAll")}
        </button>
      )}
    </section>
  );
}

/**
 * Returns the browser and operating system named in a user agent string, such as `Chrome · macOS`, or a generic label
 * if neither is recognised.
 */
function describeDevice(agent: string): string {
  const find = (names: readonly [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = find([
    [/MicroMessenger/, "WeChat"],
    [/Edg\//, "Edge"],
    [/Firefox\//, "Firefox"],
    [/Chrome\//, "Chrome"],
    [/Safari\//, "Safari"],
  ]);
  const system = find([
    [/Windows/, "Windows"],
    [/iPhone|iPad/, "iOS"],
    [/Android/, "Android"],
    [/Mac OS/, "macOS"],
    [/Linux/, "Linux"],
  ]);
  return [browser, system].filter(Boolean).join(" · ") || t("sessions.unknown");
}
