/** Application for an exchange that requires an audit: the engine's form, with the next steps and their dates. */
import { getDateTag, t } from "@portolan/engine/app";
import { swapAuditDaysMax } from "../../contract/constants.gen.ts";
import { formatDay, type Lang, type Zone } from "@portolan/engine";
import { EntityForm, Heading, useIsMounted, useLoaded, usePorts } from "@portolan/engine/ui";
import "./swap.css";

const RECORDS = "/exchangeapplication?tab=records";
const DAY_MS = 86_400_000;

/** Returns the formatted date by which the audit ends. Saturdays and Sundays in the time zone are not counted. */
function formatAuditEnd(now: number, lang: Lang, zone: Zone): string {
  let at = now;
  for (let left = swapAuditDaysMax; left > 0;) {
    at += DAY_MS;
    if (![0, 6].includes(new Date(formatDay(at, zone)).getUTCDay())) left -= 1;
  }
  return new Intl.DateTimeFormat(getDateTag(lang), {
    timeZone: zone.name,
    month: "long",
    day: "numeric",
    weekday: "short",
  }).format(at);
}

export function Application({ lang, title }: { lang: Lang; title: string }) {
  const ports = usePorts();
  const here = useIsMounted();
  const entity = useLoaded(() => ports.entity("swap"), "swap");
  if (!entity) return <div className="skeleton page-skeleton" aria-hidden />;
  return (
    <section className="form-page">
      <Heading>{title}</Heading>
      <ol className="sw-path">
        {["apply", "audit", "confirm"].map((step) => (
          <li key={step}>{t(`swap.path.${step}`, { date: formatAuditEnd(ports.now(), lang, ports.dialect.zone) })}</li>
        ))}
      </ol>
      <EntityForm
        entity={entity}
        onDone={(record) => {
          ports.notify("success", t("swap.applied", { orderNo: String(record.orderNo) }));
          if (here()) ports.go?.(RECORDS);
        }}
      />
    </section>
  );
}
