import type { Settings } from "../model/settings.ts";
import type { CallPlan, Entity, Row } from "../model/entity.ts";

/** HTTP endpoint of a call. */
export type Endpoint = Pick<CallPlan, "method" | "path" | "objects"> & {
  name?: string;
  alias?: CallPlan["alias"] | undefined;
};

/** Returns the call with its POST alias in place of GET, if it has one, so that no parameters appear in URLs. */
export function preferPost<T extends Endpoint>(call: T): T {
  const post = call.method === "POST" ? undefined : call.alias?.find(({ method }) => method === "POST");
  return post ? { ...call, ...post } : call;
}

/**
 * Returns the body with secrets replaced by their digests.
 * @throws Error when the body contains a secret and the dialect has no `hashSecret`
 */
export async function hashSecrets({ dialect, fields }: Entity, body: Row): Promise<Row> {
  const hashed = await Promise.all(
    fields.flatMap(({ name, digest }) => {
      const value = body[name];
      return digest && typeof value === "string"
        ? [hashSecret(dialect, digest, value).then((hash) => [name, hash])]
        : [];
    }),
  );
  return hashed.length > 0 ? { ...body, ...Object.fromEntries(hashed) } : body;
}

async function hashSecret({ hashSecret: hash }: Settings, use: string, secret: string): Promise<string> {
  if (!hash) throw new Error("a field with a digest needs hashSecret in the settings of the dialect");
  return hash(use, secret);
}
