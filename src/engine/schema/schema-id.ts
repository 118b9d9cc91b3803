/** Addresses of schemas: absolute, as JSON Schema asks, on a host that is reserved, so that nothing is fetched from it. */

const HOST = "https://portolan.example";

/**
 * `$schema` of every schema file, and `$id` of the published meta-schema.
 * @example
 * new URL(DIALECT_URL).pathname; // => "/dialect/1"
 */
export const DIALECT_URL = `${HOST}/dialect/1`;
/** Names the words of this language among the vocabularies of a dialect. */
export const VOCABULARY_URL = `${HOST}/vocab/entity/1`;

/**
 * Returns the `$id` of a schema file.
 * @param file its path from the repository's root
 * @example
 * buildSchemaId("schemas/entities/issue.json"); // => "https://portolan.example/schemas/entities/issue.json"
 */
export const buildSchemaId = (file: string): string => `${HOST}/${file}`;

/**
 * Returns the `$id` of an entity's plain schema, which is not a file of the dialect.
 * @example
 * buildPlainId("issue"); // => "https://portolan.example/plain/issue.json"
 */
export const buildPlainId = (name: string): string => `${HOST}/plain/${name}.json`;
