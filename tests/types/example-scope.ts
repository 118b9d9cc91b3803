/** Names that the examples in `docs/api.md` use without declaring them. */
import type { ComponentProps } from "react";
import type { LifecycleContext } from "../../server/lifecycle/context.ts";
import type { ProviderPort } from "../../server/providers/provider-port.ts";
import type { Database, Tx } from "../../server/store/database.ts";
import type {
  createDialect,
  defineView,
  Effect,
  Json,
  Keyword,
  Library,
  registerVocabulary,
  LocalizedMessage,
  SchemaError,
  Runtime,
  Vocabulary,
  writeTypes,
} from "@portolan/engine/compiler";
import type {
  Entity,
  EntityPlan,
  Expression,
  Field,
  hydrateWith,
  Kind,
  OperationSetup,
  parseQuery,
  Ports,
  Query,
  Row,
  Sign,
  SqlScope,
  Texts,
  Validate,
  ZipTools,
} from "@portolan/engine";
import type { Engine } from "@portolan/engine/compiler";
import type { Schemas } from "@portolan/engine/folder";
import type { CallFormProps, InputProps, ReceiptSheet, useListPage, Value } from "@portolan/engine/ui";

type Judge = Exclude<Parameters<typeof hydrateWith>[3], (...parameters: never[]) => unknown>;

export interface ExampleScope {
  entity: Entity;
  field: Field;
  kind: Kind;
  engine: Engine;
  folder: Schemas;
  plan: EntityPlan;
  expression: Expression;
  texts: Texts;
  row: Row;
  rows: Row[];
  batches: AsyncIterable<readonly Row[]>;
  query: Query;
  reading: Parameters<typeof parseQuery>[2];
  sql: SqlScope;
  sign: Sign;
  zip: ZipTools;
  validate: Validate;
  checkRecord: Judge["checkRecord"];
  ports: Ports;
  setup: OperationSetup;
  form: CallFormProps["call"];
  input: InputProps;
  receipt: ComponentProps<typeof ReceiptSheet>["receipt"];
  list: ReturnType<typeof useListPage>;
  labels: ComponentProps<typeof Value>["labels"];
  ajv: Parameters<typeof registerVocabulary>[0];
  dialect: ReturnType<typeof createDialect>;
  payments: Vocabulary;
  settings: Omit<Parameters<typeof createDialect>[0], "vocabularies">;
  library: Library;
  source: string;
  json: Json;
  finding: SchemaError;
  message: LocalizedMessage;
  example: Keyword;
  sampleEffect: Effect;
  sampleView: Parameters<typeof defineView<"balances">>[0];
  runtime: Runtime;
  schemas: Parameters<typeof writeTypes>[0];
  provider: ProviderPort;
  context: LifecycleContext;
  db: Database;
  tx: Tx;
}
