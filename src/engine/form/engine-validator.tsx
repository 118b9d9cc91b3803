/**
 * Validator that rjsf uses for a form: the engine's check validates, and the compiled validator evaluates conditions.
 */
import {
  ERRORS_KEY,
  type ErrorSchema,
  type RJSFSchema,
  type RJSFValidationError,
  type ValidationData,
  type ValidatorType,
} from "@rjsf/utils";
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import type { Entity, Row } from "../model/entity.ts";
import type { FormStore } from "../form-store/store.ts";

/**
 * Creates rjsf's validator for a form. It checks the store's record, since rjsf's own data is only a skeleton.
 * @param schema the schema that the form is rendered with; rjsf compares it with every schema that it passes to the
 * validator
 */
export function createEngineValidator(
  entity: Entity,
  store: Pick<FormStore, "record" | "contexts" | "lang">,
  schema: RJSFSchema,
): ValidatorType {
  const compiled = createPrecompiledValidator({ [String(schema.$id)]: (data) => entity.validate(data) }, schema);
  const check = () =>
    entity.check(store.record(), { lang: store.lang, contexts: store.contexts, side: "browser" }).errors;
  return {
    validateFormData(): ValidationData<Row> {
      const errors: RJSFValidationError[] = [];
      const errorSchema: ErrorSchema = {};
      for (const { at, code, message } of check()) {
        const steps = at.split("/").slice(1);
        errors.push({ name: code, property: steps.map((step) => `.${step}`).join(""), message, stack: message });
        let node: ErrorSchema = errorSchema;
        for (const step of steps) node = (node as Record<string, ErrorSchema>)[step] ??= {};
        (node[ERRORS_KEY] ??= []).push(message);
      }
      return { errors, errorSchema };
    },
    isValid: (...args) => compiled.isValid(...args),
    rawValidation: () => ({ errors: check() as never[] }),
  };
}
