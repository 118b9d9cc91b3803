/** The server: the pages and the API below `/api/issues`. Every caller acts as the one reporter. */
import { resolve } from "node:path";
import { createProduct, openDatabase, readSchemas, startServer } from "@portolan/server";
import { engine } from "./dialect.ts";

const here = (path: string) => resolve(import.meta.dirname, path);
const dataDir = here(process.env["DATA_DIR"] ?? ".data");
const db = await openDatabase({ dataDir });
const tracker = createProduct({ title: "Issues", visitor: { username: "reporter", name: "Reporter" } });
const { app, close } = await startServer(tracker, {
  db,
  dataDir,
  schemas: readSchemas(here("schemas"), { engine }),
  portalDir: here("dist"),
});
console.log(`Issues ${await app.listen({ port: Number(process.env["PORT"] ?? 8090), host: "127.0.0.1" })}`);
process.once("SIGTERM", () => void close().then(() => db.close()));
