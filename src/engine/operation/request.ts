/** How the request of an operation leaves the browser. */
import type { CallPlan, Entity, Row } from "../model/entity.ts";

/** How a call travels. */
export type Endpoint = Pick<CallPlan, "method" | "path"> & { alias?: CallPlan["alias"] | undefined };

/** Returns the call with its POST alias, if it has one, so that no parameter appears in an address. */
export function preferPost<T extends Endpoint>(call: T): T {
  const post = call.method === "POST" ? undefined : call.alias?.find(({ method }) => method === "POST");
  return post ? { ...call, ...post } : call;
}

/** Returns the body with passwords replaced by their digests. Loads the hash only when there is one. */
export async function hashSecrets(entity: Entity, body: Row): Promise<Row> {
  const secrets = entity.fields.flatMap(({ name, digest }) =>
    digest && typeof body[name] === "string" ? [{ name, digest, value: body[name] }] : [],
  );
  if (secrets.length === 0) return body;
  const { passwordDigest } = await import("./digest.ts");
  return {
    ...body,
    ...Object.fromEntries(secrets.map(({ name, digest, value }) => [name, passwordDigest(digest, value)])),
  };
}
