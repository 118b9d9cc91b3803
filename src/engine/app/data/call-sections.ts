import type { CallEntity } from "../options.ts";

/**
 * Returns a copy of the call whose form has only the given sections, for one step of a flow. The caller supplies the
 * fields of the other sections as presets.
 */
export function pickSections(call: CallEntity, sections: readonly string[]): CallEntity {
  const { request } = call;
  return {
    ...call,
    request: {
      ...request,
      form: { ...request.form, sections: request.form.sections.filter((section) => sections.includes(section.id)) },
    },
  };
}
