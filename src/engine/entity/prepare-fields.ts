import type { Field } from "../model/entity.ts";

/**
 * Loads the data needed to display and parse values of these fields, such as the names of regions
 * (`Kind.prepareFirst`).
 * @throws when loading fails; a later call retries
 * @example
 * await prepareFields(entity.fields);
 */
export async function prepareFields(fields: readonly Field[]): Promise<void> {
  await Promise.all(
    fields.map(async ({ kind, items = [] }) => {
      if (kind.prepareFirst) await kind.prepare?.();
      await prepareFields(items);
    }),
  );
}
