/** Compiles nested objects. Their fields are fields of the record, named by their path; what an object requires is a condition. */
import type { EntityDraft, ObjectDraft } from "../schema/draft.ts";
import { findingWords } from "../schema/finding-words.ts";
import type { Json } from "../schema/json.ts";
import type { LogicDraft } from "../schema/logic-draft.ts";
import { listObjectNames } from "../entity/objects.ts";
import { addCondition } from "./branches.ts";

/** Words of a nested object; the record says everything else. */
const WORDS: ReadonlySet<string> = new Set(["type", "properties", "required", "x-label", "$comment"]);

/** Adds an object to the record's, and marks its `properties` as being read. Reports one that cannot be; returns whether it can. */
export function acceptObject({ entity, list }: LogicDraft, object: ObjectDraft, json: Json, ofAll: boolean): boolean {
  const { name, words } = object;
  const properties = words.get("properties");
  const wrong =
    list !== undefined
      ? findingWords.objectInRows(name)
      : entity.plan.source === "call"
        ? findingWords.objectInCall(name)
        : !ofAll
          ? findingWords.objectInBranch(name)
          : !properties || properties.entries().length === 0
            ? findingWords.emptyObject(name)
            : entity.reading.includes(properties.node)
              ? findingWords.endlessObject(name)
              : undefined;
  if (wrong || !properties) {
    if (wrong) entity.report(json.place("key"), "nested-object", wrong);
    entity.lost.add(name);
    return false;
  }
  for (const [word, value] of words)
    if (!WORDS.has(word)) entity.report(value.place("key"), "nested-object", findingWords.wordOfObject(name, word));
  entity.text(`field.${name}.label`, words.get("x-label"));
  entity.objects.push(object);
  entity.plan.objects = entity.objects.map((one) => one.name);
  entity.reading.push(properties.node);
  return true;
}

/** Returns whether an object must be there: the record, or one that it and all around it require. */
export const isDemanded = (object: ObjectDraft | undefined): boolean =>
  object === undefined || (object.required && isDemanded(object.above));

/**
 * Adds what objects require where they may be left out: once a field of such an object is filled, its required ones must be. Reports a required
 * object that requires nothing.
 */
export function compileObjects(logic: LogicDraft): void {
  const { objects, plan } = logic.entity;
  for (const object of objects) {
    const { name, words, required } = object;
    const asked = words.get("required")?.items() ?? [];
    if (required && asked.length === 0) {
      const word = words.get("properties") ?? words.get("type");
      if (word) logic.entity.report(word.place("key"), "nested-object", findingWords.requiredObject(name));
    }
    if (isDemanded(object)) continue;
    const optional = findOptional(object);
    for (const word of asked) {
      const own = `${name}.${word.string()}`;
      const others = plan.fields.filter(
        (field) => field.name.startsWith(`${optional}.`) && field.name !== own && !field.readOnly && !field.compute,
      );
      if (others.length === 0 || !plan.fields.some((field) => field.name === own)) continue;
      const when = others.map((field) => `has(self.${field.name})`).join(" || ");
      addCondition(logic, plan.require, { name: own, word, when, join: "||" });
    }
  }
}

/** Returns the name of the innermost optional object among the object and its ancestors, else of the outermost. */
const findOptional = ({ name, required, above }: ObjectDraft): string =>
  required && above ? findOptional(above) : name;

/** Gives the fields of objects their label outside of them, "Address › City"; their own is kept as `short`. */
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
