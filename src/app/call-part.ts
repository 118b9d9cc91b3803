import type { CallEntity } from "./schemas.ts";

/** A call's form with some of its sections only: a step that stands alone. What the others ask for comes as a preset. */
export function partOf(call: CallEntity, sections: readonly string[]): CallEntity {
  const { request } = call;
  return {
    ...call,
    request: {
      ...request,
      form: { ...request.form, sections: request.form.sections.filter((section) => sections.includes(section.id)) },
    },
  };
}
