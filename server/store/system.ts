/**
 * Entities with source `system`: the user's notifications, account and its history, which the server writes. Each is a
 * subselect with the columns of an entity's table, in the reader's language, so that lists, filters, details and
 * exports work.
 */
import { IDLE_MS } from "../../src/contract/session.ts";
import { pickText, toColumnName, type EngineTexts, type Entity, type Lang } from "@portolan/engine";
import type { Actor } from "../core/actor.ts";
import { quote } from "./quote.ts";

export interface SystemReader {
  /** Table of tenants, and SQL of further columns of the account settings. */
  accounts: { tenants: string; settings: Readonly<Record<string, string>> };
  actor: Pick<Actor, "userId" | "tenant">;
  entities: ReadonlyMap<string, Entity>;
  lang: Lang;
}

type Columns = Record<string, string>;

const formatTimestampSql = (at: string) => `to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Returns SQL that maps a value to its label, or to itself if it has none. */
function buildNamesSql(expression: string, names: readonly (readonly [string, string])[]): string {
  return names.length === 0
    ? expression
    : `CASE ${expression} ${names.map(([value, text]) => `WHEN ${quote(value)} THEN ${quote(text)}`).join(" ")} ELSE ${expression} END`;
}

function shapeSource(entity: Entity, columns: Columns, at: string, from: string): string {
  const fields = entity.fields.map((field) => {
    const sql = columns[field.name];
    if (sql === undefined)
      throw new Error(
        `${entity.file}: the server has no "${field.name}" here; it has ${Object.keys(columns).join(", ")}`,
      );
    return { name: field.name, sql, type: field.kind.column };
  });
  const data = fields.map(
    ({ name, sql, type }) => `${quote(name)}, ${type === "timestamptz" ? formatTimestampSql(sql) : sql}`,
  );
  return `(SELECT m, id, CAST(NULL AS text) AS status, 1 AS version, CAST(NULL AS text) AS schema_version, ${at} AS created_at, ${at} AS updated_at,
    json_strip_nulls(json_build_object(${data.join(", ")})) AS data, ${fields.map(({ name, sql, type }) => `CAST(${sql} AS ${type}) AS ${toColumnName(name)}`).join(", ")} FROM ${from})`;
}

const COLONS: EngineTexts = { zh: "：", en: ": " };

/**
 * Returns the titles of notifications by `<entity>.<event>.<state>`: the entity's label with that of the event, or with
 * that of its target state if the event has no label.
 */
function listEventNames({ entities, lang }: SystemReader): [string, string][] {
  return [...entities.values()].flatMap((entity) => {
    const label = entity.text("label", lang);
    return (entity.lifecycle?.transitions ?? []).map(({ on, to }): [string, string] => [
      `${entity.name}.${on}.${to}`,
      `${label}${pickText(COLONS, lang)}${entity.eventLabel(on, lang) ?? entity.stateLabel(to, lang)}`,
    ]);
  });
}

const listLabels = ({ entities, lang }: SystemReader) =>
  [...entities.values()].map((entity) => [entity.name, entity.text("label", lang)] as const);

/** Returns SQL for the days since the user last set the login password. NULL if the audit has no entry about it. */
const buildPasswordDaysSql = ({ actor }: SystemReader) =>
  `(SELECT CAST(floor(extract(epoch FROM now() - max(at)) / 86400) AS integer) FROM audit
    WHERE m = ${quote(actor.tenant)} AND actor = ${quote(actor.userId ?? "")} AND action ~ '^(.*[.])?(register|loginPasswordChanged|loginPasswordReset)$')`;

/** Returns SQL for the number of the user's open sessions. */
const buildSessionCountSql = ({ actor }: SystemReader) =>
  `(SELECT CAST(count(*) AS integer) FROM session
    WHERE user_id = ${quote(actor.userId ?? "")} AND ended_at IS NULL AND absolute_end > now() AND seen_at > now() - interval '${IDLE_MS} milliseconds')`;

const projections: Record<string, (entity: Entity, reader: SystemReader) => string> = {
  /** The user's account, as a single row. */
  accountSettings: (entity, reader) =>
    shapeSource(
      entity,
      {
        id: "id",
        username: "username",
        name: "name",
        phone: "phone",
        tenantName: "tenant_name",
        secondFactor: "totp_secret IS NOT NULL",
        passwordDays: buildPasswordDaysSql(reader),
        devices: buildSessionCountSql(reader),
        digest: "COALESCE(digest, 'off')",
        ...reader.accounts.settings,
      },
      "created_at",
      `(SELECT u.*, tenant.name AS tenant_name, tenant.user_status FROM portal_user AS u JOIN ${reader.accounts.tenants} AS tenant ON tenant.id = u.m
        WHERE u.m = ${quote(reader.actor.tenant)} AND u.id = ${quote(reader.actor.userId ?? "")}) AS account`,
    ),
  /** One row per notification of the user. */
  notification: (entity, reader) =>
    shapeSource(
      entity,
      {
        id: "id",
        state: "CASE WHEN read_at IS NULL THEN 'unread' ELSE 'read' END",
        title: `COALESCE(said->>${quote(reader.lang)}, ${buildNamesSql(`order_kind || '.' || event || '.' || "to"`, listEventNames(reader))} || COALESCE(' · ' || (about->>${quote(reader.lang)}), ''))`,
        kind: buildNamesSql("order_kind", listLabels(reader)),
        entity: "order_kind",
        orderNo: "order_id",
        reason: "reason",
        money: `money->>${quote(reader.lang)}`,
        createdAt: "at",
      },
      "at",
      `notification WHERE m = ${quote(reader.actor.tenant)} AND user_id = ${quote(reader.actor.userId ?? "")}`,
    ),
  /**
   * One row per audit entry of the user about the account's security or an export, including refusals. Entries about a
   * record (`entity/number`) are included only for reveals and imports.
   */
  securityLog: (entity, reader) =>
    shapeSource(
      entity,
      {
        id: "seq",
        createdAt: "at",
        action: "what",
        result: "CASE WHEN what IN ('signInRefused', 'stepUpRefused') THEN 'refused' ELSE 'done' END",
        about: `CASE WHEN object = 'session' THEN NULL ELSE ${buildNamesSql("split_part(object, '/', 1)", listLabels(reader))} END`,
        ip: "ip",
        traceId: "trace_id",
      },
      "at",
      `(SELECT m, CAST(seq AS text) AS id, CAST(seq AS text) AS seq, at, object, ip, trace_id,
        CASE WHEN action LIKE '%.%' THEN substr(action, strpos(action, '.') + 1) ELSE action END AS what
      FROM audit WHERE m = ${quote(reader.actor.tenant)} AND actor = ${quote(reader.actor.userId ?? "")} AND (object NOT LIKE '%/%' OR action LIKE '%.reveal' OR action LIKE '%.import')) AS acts`,
    ),
};

/** Returns the subselect of an entity with source `system`. @throws Error for an unknown entity */
export function buildSystemSource(entity: Entity, reader: SystemReader): string {
  const projection = projections[entity.name];
  if (!projection)
    throw new Error(
      `${entity.file}: the server keeps no "${entity.name}"; it keeps ${Object.keys(projections).join(" and ")}`,
    );
  return projection(entity, reader);
}
