/** Values that leave the server, field by field, by purpose and role, over every entity; no other path exists. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Entity, Field, Row } from "@portolan/engine";
import type { Actor } from "../../server/core/actor.ts";
import { Failure } from "../../server/core/failure.ts";
import { present, type Purpose } from "../../server/records/present.ts";
import { listGrants } from "../../server/session/grants.ts";
import { entityOf, parcelSource } from "./entities.ts";
import { productSchemas } from "../product-schemas.ts";

const schemas = productSchemas();
const PLACES = ["list", "detail", "answer", "export", "receipt", "mail", "log", "event"] as const;
const PURPOSES: readonly Purpose[] = [...PLACES, "reveal", "wholeExport", "provider"];
const { all, review } = listGrants(schemas);
const by = (kind: Actor["by"], grants: readonly string[] = []) => ({ by: kind, grants: new Set(grants) });
const ROLES: Record<string, Pick<Actor, "by" | "grants"> | undefined> = {
  checker: by("merchant", all),
  maker: by(
    "merchant",
    all.filter((grant) => !review.has(grant)),
  ),
  ungranted: by("merchant"),
  bank: by("provider"),
  clock: by("clock"),
  record: by("record"),
  server: undefined,
};

const SECRET = "6222021202041234567";
/** Returns a record that contains the secret only in this field, or in a list row. */
const holding = ({ outer, field }: { outer?: Field; field: Field }): Row =>
  outer ? { [outer.name]: [{ [field.name]: SECRET }] } : { [field.name]: SECRET };
type Fate = "whole" | "covered" | "absent" | "refused";

function fateOf(entity: Entity, place: { outer?: Field; field: Field }, purpose: Purpose, role: string): Fate {
  let shown: Row;
  try {
    shown = present(entity, holding(place), ROLES[role], purpose);
  } catch (error) {
    if (error instanceof Failure && error.failure === "notGranted") return "refused";
    throw error;
  }
  const row = place.outer ? ((shown[place.outer.name] as Row[] | undefined)?.[0] ?? {}) : shown;
  const value = row[place.field.name];
  return value === undefined ? "absent" : value === SECRET ? "whole" : "covered";
}
const places = (entity: Entity) =>
  entity.fields
    .flatMap((field) => [{ field }, ...(field.items ?? []).map((inner) => ({ outer: field, field: inner }))])
    .filter(({ field }) => !field.items);
const nameOf = (entity: Entity, { outer, field }: { outer?: Field; field: Field }) =>
  [entity.name, ...(outer ? [outer.name] : []), field.name].join(".");

/** Combines purposes with the same result for some roles in one line: `list detail: covered`. */
function lineOf(entity: Entity, place: { outer?: Field; field: Field }): string {
  const parts = new Map<string, Purpose[]>();
  for (const purpose of PURPOSES) {
    const fates = Object.keys(ROLES).map((role) => [role, fateOf(entity, place, purpose, role)] as const);
    const alike = new Set(fates.map(([, fate]) => fate)).size === 1;
    const text = alike
      ? fates[0]![1]
      : fates
          .filter(([, fate]) => fate !== "refused")
          .map(([role, fate]) => `${fate} for ${role}`)
          .join(", ");
    parts.set(text, [...(parts.get(text) ?? []), purpose]);
  }
  return `${nameOf(entity, place)}: ${[...parts].map(([text, purposes]) => `${purposes.join(" ")} ${text}`).join("; ")}`;
}
const OPEN = `${PLACES.join(" ")} whole`;

describe("every field of every entity", () => {
  const entities = [...schemas.entities.values()];
  it("is masked as in the reviewed table, and fields without a mask are sent in full", async () => {
    const lines = entities.flatMap((entity) => places(entity).map((place) => ({ place, line: lineOf(entity, place) })));
    for (const { place, line } of lines)
      if (!place.field.mask && !place.field.writeOnly && !place.field.local) expect(line).toContain(OPEN);
    const table = lines.filter(({ line }) => !line.includes(OPEN)).map(({ line }) => line);
    expect(table.length).toBeGreaterThan(25);
    await expect(`${table.join("\n")}\n`).toMatchFileSnapshot("present.table.txt");
  });
  it("with a mask is masked for every role unless its schema excepts the purpose", () => {
    const open = entities.flatMap((entity) =>
      places(entity)
        .filter(({ field }) => field.mask)
        .flatMap((place) =>
          PLACES.filter(
            (purpose) => !place.field.mask!.whole?.includes(purpose === "answer" ? "detail" : purpose),
          ).flatMap((purpose) =>
            Object.keys(ROLES)
              .filter((role) => fateOf(entity, place, purpose, role) !== "covered")
              .map((role) => `${nameOf(entity, place)} ${purpose} ${role}`),
          ),
        ),
    );
    expect(open).toEqual([]);
  });
  it("is revealed only to users with the grant, and only where the schema allows it", () => {
    for (const entity of entities) {
      for (const place of places(entity).filter(({ field }) => field.mask)) {
        for (const purpose of ["reveal", "wholeExport"] as const) {
          for (const [role, actor] of Object.entries(ROLES)) {
            const { reveal } = entity.calls;
            const may =
              reveal !== undefined && actor?.by === "merchant" && (!reveal.grant || actor.grants.has(reveal.grant));
            expect([nameOf(entity, place), purpose, role, fateOf(entity, place, purpose, role)]).toEqual([
              nameOf(entity, place),
              purpose,
              role,
              !may ? "refused" : place.field.reveal === true ? "whole" : "covered",
            ]);
          }
        }
      }
    }
  });
  it("is sent in full to a provider unless it is secret, and only by the server itself", () => {
    for (const entity of entities) {
      for (const place of places(entity)) {
        const { writeOnly, local, digest, sealed } = place.field;
        const isSecret = [writeOnly, local, digest, sealed].some((flag) => flag === true || typeof flag === "string");
        for (const [role, actor] of Object.entries(ROLES))
          expect([nameOf(entity, place), role, fateOf(entity, place, "provider", role)]).toEqual([
            nameOf(entity, place),
            role,
            actor ? "refused" : isSecret ? "absent" : "whole",
          ]);
      }
    }
  });
});

describe("a write-only field", () => {
  const secret = { type: "string", writeOnly: true, "x-label": { zh: "密钥", en: "Key" } };
  const parcel = entityOf(
    parcelSource((source) => {
      Object.assign(source.properties, {
        key: { ...secret, "x-sealed": true },
        again: { ...secret, "x-local": true },
        pin: { ...secret, "x-kind": "secret", "x-digest": "pay", "x-sealed": true },
        account: {
          type: "string",
          "x-label": { zh: "账号", en: "Account" },
          "x-mask": { style: "account" },
          "x-reveal": true,
        },
        lines: {
          type: "array",
          maxItems: 3,
          "x-label": { zh: "明细", en: "Lines" },
          items: {
            type: "object",
            properties: {
              key: { ...secret, "x-sealed": true },
              note: { type: "string", "x-label": { zh: "备注", en: "Note" } },
            },
          },
        },
      });
    }),
  );
  const row = {
    no: "PC1",
    key: SECRET,
    again: SECRET,
    pin: SECRET,
    account: SECRET,
    lines: [{ key: SECRET, note: "a" }],
    gone: SECRET,
  };
  it.each(PURPOSES)("is never sent for the purpose %s, nor is a value that the schema does not define", (purpose) => {
    const shown = present(parcel, row, purpose === "provider" ? undefined : ROLES["checker"], purpose);
    expect(shown).toEqual({
      no: "PC1",
      account: ["reveal", "wholeExport", "provider"].includes(purpose) ? SECRET : "6222 **** **** 4567",
      lines: [{ note: "a" }],
    });
    expect(row.key).toBe(SECRET);
  });
  it("stays hidden, and masked fields masked, for an unknown purpose", () => {
    expect(present(parcel, row, ROLES["checker"], "newspaper" as Purpose)).toEqual({
      no: "PC1",
      account: "6222 **** **** 4567",
      lines: [{ note: "a" }],
    });
  });
});

it("no other module of the server masks records", () => {
  const server = fileURLToPath(new URL("../../server", import.meta.url));
  const files = readdirSync(server, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  expect(files.length).toBeGreaterThan(150);
  expect(files.filter((file) => /\bmaskRow\b/.test(readFileSync(join(server, file), "utf8")))).toEqual([
    "records/present.ts",
  ]);
});
