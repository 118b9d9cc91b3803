/** rjsf's validator over the entity's own check: whoever asks gets the one verdict. */
import { ERRORS_KEY, type ErrorSchema, type RJSFSchema, type RJSFValidationError, type ValidationData, type ValidatorType } from "@rjsf/utils";
import type { Entity, Row } from "../entity/entity.ts";
import type { FormStore } from "./store.ts";

/** A validator whose data is the store's: what rjsf holds is only a skeleton. */
export function engineValidator(entity: Entity, store: Pick<FormStore, "record" | "contexts" | "lang">): ValidatorType {
  const check = () => entity.check(store.record(), { lang: store.lang, contexts: store.contexts, side: "browser" }).errors;
  return {
    validateFormData(): ValidationData<Row> {
      const errors: RJSFValidationError[] = [];
      const errorSchema: ErrorSchema = {};
      for (const { at, code, message } of check()) {
        errors.push({ name: code, property: at.replaceAll("/", "."), message, stack: message });
        let node: ErrorSchema = errorSchema;
        for (const step of at.split("/").slice(1)) node = ((node as Record<string, ErrorSchema>)[step] ??= {});
        (node[ERRORS_KEY] ??= []).push(message);
      }
      return { errors, errorSchema };
    },
    // The profile has no conditions or unions for rjsf to resolve; nothing else asks.
    isValid: (_schema: RJSFSchema) => true,
    rawValidation: () => ({ errors: check() as never[] }),
  };
}
