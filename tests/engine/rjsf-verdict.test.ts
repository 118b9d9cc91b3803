/** rjsf's own validator, given our schemas and formats, agrees with the engine for every record. */
import { customizeValidator } from "@rjsf/validator-ajv8";
import { Ajv2020 } from "ajv/dist/2020.js";
import { formatLimitDefinition } from "ajv-formats/dist/limit.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { productSchemas } from "../product-schemas.ts";
import { compileValidator } from "../../src/payments/compiler.ts";
import { formats } from "../../src/payments/kinds/string-formats.ts";

const { entities } = productSchemas();

const stock = () =>
  customizeValidator({
    AjvClass: Ajv2020 as never,
    ajvFormatOptions: false,
    customFormats: formats as never,
    ajvOptionsOverrides: { strict: false, allErrors: true },
    extenderFn: (ajv) => {
      ajv.addKeyword(formatLimitDefinition as never);
      return ajv;
    },
  });

describe("rjsf and the engine agree", () => {
  it.each(
    [...entities.values()]
      .filter((entity) => entity.source === "store")
      .map((entity) => [entity.name, entity] as const),
  )("%s", (_name, entity) => {
    const validator = stock();
    const validate = compileValidator(entity.schema);
    const own = fc.record(
      Object.fromEntries(
        entity.fields.map((field) => {
          const good = field.kind.samples(field);
          const edges = field.kind.boundaries(field).map((edge) => edge.value);
          return [
            field.name,
            fc.oneof(fc.constantFrom(...good, ...edges), fc.string({ maxLength: 8 }), fc.integer(), fc.constant(null)),
          ];
        }),
      ),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(own, (record) => {
        const ours = validate(record);
        expect(validator.rawValidation(entity.schema as never, record).errors?.length ?? 0).toBe(
          validate.errors?.length ?? 0,
        );
        expect(validator.isValid(entity.schema as never, record as never, entity.schema as never)).toBe(ours);
      }),
      { numRuns: 60 },
    );
  });
});
