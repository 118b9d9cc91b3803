/**
 * Problems panel: findings, failing cases, breaking changes, and differences from the last commit. Each line links to
 * its location.
 */
import type { Lang } from "@portolan/engine";
import type { Finding, Mend } from "../protocol.ts";
import { navigate, LOWER, type PageState } from "./page-state.ts";
import { listFindings, type Snapshot } from "./session.ts";
import type { Spot } from "./spots.ts";
import { Tabs } from "./Tabs.tsx";
import { t, pickText } from "./texts.ts";

interface ProblemsPanelProps {
  now: Snapshot;
  state: PageState;
  lang: Lang;
  onSpot(spot: Spot): void;
  /** Updates cases to the actual results, or adds cases for undetected mutations. */
  onMend(what: Mend["what"]): void;
}

export function ProblemsPanel({ now, state, lang, onSpot, onMend }: ProblemsPanelProps) {
  const findings = listFindings(now);
  const failing = now.cases.filter(({ ok }) => !ok);
  const open = now.unguarded;
  const counts = {
    problems: findings.length,
    cases: failing.length + open.length,
    breaks: now.whole?.changes.length ?? 0,
    diff: now.whole?.diff.filter(({ sign }) => sign !== " ").length ?? 0,
  };
  const PANELS = { problems: Problems, cases: Cases, breaks: Breaks, diff: Diff };
  const Panel = PANELS[state.low];
  return (
    <>
      <Tabs
        all={LOWER}
        open={state.low}
        name={t("lower")}
        panel="wb-low"
        onOpen={(low) => navigate({ low })}
        label={(tab) => t(`low.${tab}`)}
        counts={counts}
      />
      <div className="wb-scroll" id="wb-low" role="tabpanel" aria-label={t(`low.${state.low}`)} tabIndex={0}>
        <Panel now={now} state={state} lang={lang} onSpot={onSpot} onMend={onMend} />
      </div>
    </>
  );
}

function Problems({ now, onSpot }: ProblemsPanelProps) {
  const findings = listFindings(now);
  if (now.failure) return <p className="wb-none">{now.failure}</p>;
  if (findings.length === 0) return <p className="wb-none">{t(now.whole ? "problems.none" : "waiting")}</p>;
  return <Findings findings={findings} onSpot={onSpot} />;
}

/** List of findings, each with its location. */
export function Findings({ findings, onSpot }: { findings: readonly Finding[]; onSpot(spot: Spot): void }) {
  return (
    <ul>
      {findings.map((finding) => {
        const where = `${finding.file}:${finding.line}:${finding.column}`;
        return (
          <li key={`${where} ${finding.message}`}>
            <button
              type="button"
              className="wb-line"
              onClick={() =>
                onSpot({ path: finding.file, line: finding.line, column: finding.column, length: finding.length })
              }
            >
              <span className="status" data-tone={finding.severity === "error" ? "danger" : "warning"}>
                {t(`severity.${finding.severity}`)}
              </span>
              <code>{where}</code>
              <span>
                {pickText(finding.messages)}
                {finding.suggestion !== undefined && <b> {t("meant", { suggestion: finding.suggestion })}</b>}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Cases({ now, state, onSpot, onMend }: ProblemsPanelProps) {
  const { cases } = now;
  const open = now.unguarded;
  if (cases.length === 0) return <p className="wb-none">{t("cases.none")}</p>;
  const line = (result: (typeof cases)[number]) => (
    <li key={result.name} className="wb-pairline">
      <button
        type="button"
        className="wb-line"
        aria-pressed={state.state === result.name}
        onClick={() => navigate({ tab: "form", state: result.name })}
      >
        <span className="status" data-tone={result.ok ? "success" : "danger"}>
          {t(result.ok ? "cases.ok" : "cases.fails")}
        </span>
        <span>
          <b>{result.name}</b>{" "}
          {!result.ok && (
            <>{t("cases.expected", { expected: formatErrors(result.expected), found: formatErrors(result.found) })}</>
          )}
        </span>
      </button>
      <button
        type="button"
        className="btn"
        data-small
        data-quiet
        onClick={() => onSpot({ path: result.file, line: result.line })}
      >
        {t("cases.edit")}
      </button>
    </li>
  );
  const failing = cases.filter(({ ok }) => !ok);
  const mends = now.shown?.casesFile !== undefined && !now.stale;
  return (
    <>
      {mends && (failing.some(({ kind }) => kind === "case") || open.length > 0) && (
        <p className="wb-mends">
          {failing.some(({ kind }) => kind === "case") && (
            <button type="button" className="btn" data-small onClick={() => onMend("accept")}>
              {t("cases.accept")}
            </button>
          )}
          {open.length > 0 && (
            <button type="button" className="btn" data-small onClick={() => onMend("suggest")}>
              {t("cases.suggest")}
            </button>
          )}
          <span className="wb-hint">{t("cases.mended")}</span>
        </p>
      )}
      <ul>
        {failing.map(line)}
        {open.map(({ what, field }) => (
          <li key={what}>
            <button type="button" className="wb-line" onClick={() => navigate({ field })}>
              <span className="status" data-tone="warning">
                {t("cases.open")}
              </span>
              <span>{t("cases.unguarded", { what })}</span>
            </button>
          </li>
        ))}
        {cases.filter(({ ok }) => ok).map(line)}
      </ul>
    </>
  );
}
const formatErrors = (all: readonly { at: string; code: string }[]) =>
  all.length === 0 ? t("cases.passes") : all.map(({ at, code }) => `${at} ${code}`).join(", ");

const TONES = { breaking: "danger", warning: "warning", info: "info", none: "neutral" } as const;

function Breaks({ now, lang, onSpot }: ProblemsPanelProps) {
  const changes = now.whole?.changes ?? [];
  if (changes.length === 0) return <p className="wb-none">{t(now.whole ? "breaks.none" : "waiting")}</p>;
  return (
    <ul>
      {changes.map(({ at, what, location, request, response, text, witness, touches = [] }) => (
        <li key={`${at} ${what} ${text.en}`}>
          <button
            type="button"
            className="wb-line"
            onClick={() =>
              location &&
              onSpot({ path: location.file, line: location.line, column: location.column, length: location.length })
            }
          >
            <span className="wb-levels">
              <span className="status" data-tone={TONES[request]}>
                {t("breaks.request", { level: t(`level.${request}`) })}
              </span>
              <span className="status" data-tone={TONES[response]}>
                {t("breaks.response", { level: t(`level.${response}`) })}
              </span>
            </span>
            <span>
              <b>{text[lang]}</b>
              {witness && (
                <> {t("breaks.witness", { value: JSON.stringify(witness.value) ?? "", code: witness.after })}</>
              )}
              {touches.length > 0 && (
                <ul className="wb-touches">
                  {touches.map((touch) => (
                    <li key={touch}>{touch}</li>
                  ))}
                </ul>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Diff({ now, onSpot }: ProblemsPanelProps) {
  const lines = now.whole?.diff ?? [];
  const path = now.item?.path ?? "";
  if (lines.length === 0) return <p className="wb-none">{t(now.whole ? "diff.none" : "waiting")}</p>;
  return (
    <ol className="wb-diff">
      {lines.map(({ sign, text, line }, index) => (
        <li key={index} data-sign={sign}>
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
