import { formatMessage, type CheckError, type Entity, type Field, type Lang } from "@portolan/engine";
import type { Actor } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";

/**
 * Maps a unique violation in `work` to an error at its field. A violation of the record's own key stays `duplicate`.
 *
 * @throws Failure `invalid` with the code `unique` at the field
 */
export async function mapUniqueViolation<T>(
  { actor: { lang } }: { actor: Pick<Actor, "lang"> },
  entity: Entity,
  work: Promise<T>,
): Promise<T> {
  return work.catch((error: unknown) => {
    const field = error instanceof Failure && error.failure === "duplicate" ? error.params.field : undefined;
    if (typeof field !== "string" || field === entity.key) throw error;
    throw new Failure("invalid", {}, [createUniqueError(entity, entity.field(field), lang)]);
  });
}

/** Returns the error for a value that another record already has. */
export const createUniqueError = (entity: Entity, field: Field, lang: Lang): CheckError => ({
  at: field.at,
  code: "unique",
  params: {},
  message: formatMessage(entity, { field, code: "unique" }, lang),
});
