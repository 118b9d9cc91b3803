import type { Field } from "../model/entity.ts";

/**
 * Loads what values of these fields need to be shown and read, such as the names of regions (`Kind.prepareFirst`).
 * Nothing is loaded for other fields. @throws when it cannot be loaded; a later call loads again
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
