/** What is to be said of the text: what is wrong, which cases fail, what breaks, what differs from the last commit. Each line leads to its place. */
import { go, LOWER, type Place } from "./place.ts";
import { findingsOf, type Snapshot } from "./session.ts";
import type { Spot } from "./spots.ts";
import { Tabs } from "./Tabs.tsx";
import { t } from "./words.ts";

interface LowerProps {
  now: Snapshot;
  place: Place;
  onSpot(spot: Spot): void;
}

export function Lower({ now, place, onSpot }: LowerProps) {
  const findings = findingsOf(now);
  const failing = now.shown?.cases.filter(({ ok }) => !ok) ?? [];
  const open = now.whole?.unguarded ?? [];
  const counts = { problems: findings.length, cases: failing.length + open.length, diff: now.whole?.diff.filter(({ sign }) => sign !== " ").length ?? 0 };
  const PANELS = { problems: Problems, cases: Cases, diff: Diff };
  const Panel = PANELS[place.low];
  return (
    <>
      <Tabs
        all={LOWER}
        open={place.low}
        name={t("lower")}
        panel="wb-low"
        onOpen={(low) => go({ low })}
        word={(tab) => t(`low.${tab}`)}
        counts={counts}
      />
      <div className="wb-scroll" id="wb-low" role="tabpanel" aria-label={t(`low.${place.low}`)} tabIndex={0}>
        <Panel now={now} place={place} onSpot={onSpot} />
      </div>
    </>
  );
}

function Problems({ now, onSpot }: LowerProps) {
  const findings = findingsOf(now);
  if (now.failure) return <p className="wb-none">{now.failure}</p>;
  if (findings.length === 0) return <p className="wb-none">{t(now.whole ? "problems.none" : "waiting")}</p>;
  return (
    <ul>
      {findings.map((finding) => {
        const where = `${finding.file}:${finding.line}:${finding.column}`;
        return (
          <li key={`${where} ${finding.message}`}>
            <button type="button" className="wb-line" onClick={() => onSpot({ path: finding.file, line: finding.line, column: finding.column, length: finding.length })}>
              <span className="status" data-tone={finding.severity === "error" ? "danger" : "warning"}>
                {t(`severity.${finding.severity}`)}
              </span>
              <code>{where}</code>
              <span>
                {finding.message}
                {finding.suggestion !== undefined && <b> {t("meant", { suggestion: finding.suggestion })}</b>}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Cases({ now, place, onSpot }: LowerProps) {
  const cases = now.shown?.cases ?? [];
  const open = now.whole?.unguarded ?? [];
  if (cases.length === 0) return <p className="wb-none">{t("cases.none")}</p>;
  const line = (one: (typeof cases)[number]) => (
    <li key={one.name} className="wb-pairline">
      <button type="button" className="wb-line" aria-pressed={place.state === one.name} onClick={() => go({ tab: "form", state: one.name })}>
        <span className="status" data-tone={one.ok ? "success" : "danger"}>
          {t(one.ok ? "cases.ok" : "cases.fails")}
        </span>
        <span>
          <b>{one.name}</b> {!one.ok && <>{t("cases.expected", { expected: listed(one.expected), found: listed(one.found) })}</>}
        </span>
      </button>
      <button type="button" className="btn" data-small data-quiet onClick={() => onSpot({ path: one.file, line: one.line })}>
        {t("cases.edit")}
      </button>
    </li>
  );
  return (
    <ul>
      {cases.filter(({ ok }) => !ok).map(line)}
      {open.map(({ what, field }) => (
        <li key={what}>
          <button type="button" className="wb-line" onClick={() => go({ field })}>
            <span className="status" data-tone="warning">
              {t("cases.open")}
            </span>
            <span>{t("cases.unguarded", { what })}</span>
          </button>
        </li>
      ))}
      {cases.filter(({ ok }) => ok).map(line)}
    </ul>
  );
}
const listed = (all: readonly { at: string; code: string }[]) => (all.length === 0 ? t("cases.passes") : all.map(({ at, code }) => `${at} ${code}`).join(", "));

function Diff({ now, onSpot }: LowerProps) {
  const lines = now.whole?.diff ?? [];
  const path = now.item?.path ?? "";
  if (lines.length === 0) return <p className="wb-none">{t(now.whole ? "diff.none" : "waiting")}</p>;
  return (
    <ol className="wb-diff">
      {lines.map(({ sign, text, line }, at) => (
        <li key={at} data-sign={sign}>
          {line === undefined ? (
            <span className="wb-line">
              <code>{`${sign} ${text}`}</code>
            </span>
          ) : (
            <button type="button" className="wb-line" onClick={() => onSpot({ path, line })}>
              <code>{`${sign} ${text}`}</code>
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}
