/**
 * Entity and shared files are standard JSON Schema 2020-12 for any tool: Ajv, the sourcemeta CLI and the JSON service
 * of editors accept them unchanged.
 */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { getLanguageService, TextDocument } from "vscode-json-languageservice";
import { DIALECT_URL, registerVocabulary, buildSchemaId } from "@portolan/engine/compiler";
import { dialect } from "../../src/payments/compiler.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = ["schemas/entities", "schemas/shared"].flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
);
const read = (file: string) => readFileSync(join(root, file), "utf8");

it("schemas name the dialect and their own URL", () => {
  for (const file of files)
    expect(JSON.parse(read(file)), file).toMatchObject({ $schema: DIALECT_URL, $id: buildSchemaId(file) });
});

it("schemas compile in Ajv with only the vocabulary registered", () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
  registerVocabulary(ajv, dialect);
  for (const file of files) ajv.addSchema(JSON.parse(read(file)));
  for (const file of files.filter((file) => file.startsWith("schemas/entities")))
    expect(ajv.getSchema(buildSchemaId(file)), file).toBeTypeOf("function");
});

it("schemas are valid by the meta-schema to the sourcemeta CLI", async () => {
  const cli = fileURLToPath(import.meta.resolve("@sourcemeta/jsonschema/package.json")).replace(
    "package.json",
    "npm/cli.js",
  );
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [cli, "metaschema", "schemas/entities", "schemas/shared", "--resolve", "schemas/meta/dialect.schema.json"],
    { cwd: root },
  );
  expect(stdout + stderr).toContain(`${files.length} validated, ${files.length} passed, 0 failed`);
});

it("schemas have no problems in an editor, which reports an unknown keyword", async () => {
  const { "json.schemas": schemas } = JSON.parse(read(".vscode/settings.json"));
  const service = getLanguageService({
    workspaceContext: { resolveRelativePath: (path, of) => new URL(path, of).href },
  });
  service.configure({
    schemas: schemas.map(({ url, fileMatch, schema }: { url: string; fileMatch: string[]; schema: object }) => ({
      uri: url,
      fileMatch,
      schema,
    })),
  });
  const findings = async (file: string, text: string) => {
    const document = TextDocument.create(`file:///${file}`, "json", 1, text);
    return (await service.doValidation(document, service.parseJSONDocument(document))).map(({ message }) => message);
  };
  for (const file of files) expect(await findings(file, read(file)), file).toEqual([]);
  const misspelt = read("schemas/entities/payer.json").replace('"x-label"', '"x-lab"');
  expect((await findings("schemas/entities/payer.json", misspelt)).join()).toContain("x-lab");
});
