/** Validates server responses against the schemas: response schemas of calls, and fields that a row always contains. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Schemas } from "@portolan/engine/folder";
import { presentFields } from "@portolan/engine/compiler";
import { flattenResponse } from "../../src/engine/entity/objects.ts";
import type { CallPlan, JsonSchema } from "@portolan/engine";

type Check = (map: Record<string, unknown>) => string[];

/** Calls that return rows of their entity in `list`, or a record in `record` or `records`. */
const ROWS = ["list", "queue", "options", "detail", "create", "update"];
const checks = new WeakMap<Schemas, ReadonlyMap<string, Check>>();

/**
 * Returns the validation errors of the `map` of a successful response to `METHOD /path`; none for a call without a
 * schema.
 */
export function wrongAnswer(schemas: Schemas, call: string, map: Record<string, unknown>): string[] {
  let known = checks.get(schemas);
  if (!known) checks.set(schemas, (known = checksOf(schemas)));
  const [bare = ""] = call.split("?");
  return known.get(bare)?.(map) ?? [];
}

function checksOf({ entities, calls }: Schemas): ReadonlyMap<string, Check> {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats(ajv);
  const found = new Map<string, Check>();
  const add = (call: CallPlan, check: Check) => {
    for (const { method, path } of [call, ...call.alias]) found.set(`${method} ${path}`, check);
  };
  for (const { call, response, blob } of calls.values()) if (!blob) add(call, responseCheck(ajv, response));
  for (const entity of entities.values()) {
    const present = presentFields(entity, entities);
    for (const call of Object.values(entity.calls))
      if (ROWS.includes(call.name) || call.events.length > 0)
        add(call, (map) => missingIn(flattenResponse(call, map), present));
  }
  return found;
}

/** Compiled on the first response. Rejects properties that the schema does not define. */
function responseCheck(ajv: Ajv2020, response: JsonSchema): Check {
  let validate: ValidateFunction | undefined;
  return (map) => {
    validate ??= ajv.compile(closed(response));
    return validate(map) ? [] : [ajv.errorsText(validate.errors, { dataVar: "map" })];
  };
}

function closed(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries({ ...("properties" in schema ? { additionalProperties: false } : {}), ...schema }).map(
      ([word, value]) => {
        if (word === "properties")
          return [
            word,
            Object.fromEntries(
              Object.entries(isObject(value) ? value : {}).map(([name, one]) => [
                name,
                isObject(one) ? closed(one) : one,
              ]),
            ),
          ];
        return [word, (word === "items" || word === "additionalProperties") && isObject(value) ? closed(value) : value];
      },
    ),
  );
}

function missingIn(map: Record<string, unknown>, present: ReadonlySet<string>): string[] {
  const rows = [map["list"], map["records"], [map["record"]]].flatMap((value) => (Array.isArray(value) ? value : []));
  return rows
    .filter(isObject)
    .flatMap((row) =>
      [...present].flatMap((name) =>
        row[name] === undefined ? [`${name} is absent from ${JSON.stringify(row)}`] : [],
      ),
    );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
