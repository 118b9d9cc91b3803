/**
 * Compiles nested objects. Their fields become fields of the record, named by path (`address.city`), and the `required`
 * of an optional object becomes conditions.
 */
import type { EntityDraft, ObjectDraft } from "../schema/draft.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import type { Json } from "../schema/json.ts";
import type { LogicDraft } from "../schema/logic-draft.ts";
import { listObjectNames } from "../entity/objects.ts";
import { addCondition } from "./branches.ts";

/** Keywords that a nested object supports. All others belong to the record. */
const ALLOWED_KEYWORDS: ReadonlySet<string> = new Set(["type", "properties", "required", "x-label", "$comment"]);

/**
 * Adds a nested object to the entity and marks its `properties` as being read. Returns false, after reporting why, if
 * the object is not allowed there, empty or circular. Also reports keywords that objects do not support.
 */
export function acceptObject({ entity, list }: LogicDraft, object: ObjectDraft, json: Json, ofAll: boolean): boolean {
  const { name, keywords } = object;
  const properties = keywords.get("properties");
  const wrong =
    list !== undefined
      ? findingMessages.objectInRows(name)
      : entity.plan.source === "call"
        ? findingMessages.objectInCall(name)
        : !ofAll
          ? findingMessages.objectInBranch(name)
          : !properties || properties.entries().length === 0
            ? findingMessages.emptyObject(name)
            : entity.reading.includes(properties.node)
              ? findingMessages.endlessObject(name)
              : undefined;
  if (wrong || !properties) {
    if (wrong) entity.report(json.location("key"), "nested-object", wrong);
    entity.reportedFields.add(name);
    return false;
  }
  for (const [keyword, value] of keywords)
    if (!ALLOWED_KEYWORDS.has(keyword))
      entity.report(value.location("key"), "nested-object", findingMessages.wordOfObject(name, keyword));
  entity.text(`field.${name}.label`, keywords.get("x-label"));
  entity.objects.push(object);
  entity.plan.objects = entity.objects.map((draft) => draft.name);
  entity.reading.push(properties.node);
  return true;
}

/**
 * Returns whether every record must contain the object, because the object and all enclosing objects are required. Also
 * true for undefined, which stands for the record itself.
 */
export const isDemanded = (object: ObjectDraft | undefined): boolean =>
  object === undefined || (object.required && isDemanded(object.above));

/**
 * Adds conditions for optional objects: once a field of the object is filled in, its required fields must be filled in
 * as well. Reports a required object that requires none of its fields.
 */
export function compileObjects(logic: LogicDraft): void {
  const { objects, plan } = logic.entity;
  for (const object of objects) {
    const { name, keywords, required } = object;
    const asked = keywords.get("required")?.items() ?? [];
    if (required && asked.length === 0) {
      const keyword = keywords.get("properties") ?? keywords.get("type");
      if (keyword) logic.entity.report(keyword.location("key"), "nested-object", findingMessages.requiredObject(name));
    }
    if (isDemanded(object)) continue;
    const optional = findOptional(object);
    for (const keyword of asked) {
      const own = `${name}.${keyword.string()}`;
      const others = plan.fields.filter(
        (field) => field.name.startsWith(`${optional}.`) && field.name !== own && !field.readOnly && !field.compute,
      );
      if (others.length === 0 || !plan.fields.some((field) => field.name === own)) continue;
      const when = others.map((field) => `has(self.${field.name})`).join(" || ");
      addCondition(logic, plan.require, { name: own, keyword, when, join: "||" });
    }
  }
}

/**
 * Returns the name of the innermost optional object among the object and its ancestors, or of the outermost ancestor if
 * all are required.
 */
const findOptional = ({ name, required, above }: ObjectDraft): string =>
  required && above ? findOptional(above) : name;

/**
 * Prefixes the labels of fields in nested objects with those of the objects, as in "Address › City". The unprefixed
 * label remains available as `short`.
 */
export function nameInnerFields({ plan: { fields }, texts, dialect: { languages } }: EntityDraft): void {
  for (const { name } of fields) {
    const objects = listObjectNames([name]);
    for (const lang of objects.length > 0 ? languages : []) {
      const own = texts[lang];
      const short = own[`field.${name}.label`] ?? name;
      own[`field.${name}.short`] = short;
      own[`field.${name}.label`] = [...objects.map((object) => own[`field.${object}.label`] ?? object), short].join(
        " › ",
      );
    }
  }
}
