/**
 * URLs of schemas. JSON Schema requires absolute URLs; these use a reserved host, from which nothing is ever fetched.
 */

const HOST = "https://portolan.example";

/**
 * `$schema` of every schema file, and `$id` of the published meta-schema.
 * @example
 * new URL(DIALECT_URL).pathname; // => "/dialect/1"
 */
export const DIALECT_URL = `${HOST}/dialect/1`;
/** URL that identifies the keywords of this language among a dialect's vocabularies. */
export const VOCABULARY_URL = `${HOST}/vocab/entity/1`;

/**
 * Returns the `$id` of a schema file.
 * @param file path from the repository root
 * @example
 * buildSchemaId("schemas/entities/issue.json"); // => "https://portolan.example/schemas/entities/issue.json"
 */
export const buildSchemaId = (file: string): string => `${HOST}/${file}`;

/**
 * Returns the `$id` of an entity's plain schema, which is not part of the dialect.
 * @example
 * buildPlainId("issue"); // => "https://portolan.example/plain/issue.json"
 */
export const buildPlainId = (name: string): string => `${HOST}/plain/${name}.json`;
