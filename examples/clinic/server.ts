/** The server: the pages, and the API below `/api`. */
import { createProduct, openDatabase, readSchemas, startServer } from "@portolan/server";
import { addUser } from "@portolan/server/session";
import { dir, options } from "./schemas.ts";

const here = import.meta.dirname;
const dataDir = process.env["DATA_DIR"] ?? `${here}/.data`;
const db = await openDatabase({ dataDir });
const clinic = createProduct({
  title: "Clinic",
  home: "/appointments",
  roles: {
    reception: ["appointments", "appointment.book", "patients", "bills"],
    doctor: ["appointments", "appointment.see", "patients"],
  },
});
const schemas = readSchemas(dir, options);
const { app, services, close } = await startServer(clinic, { db, dataDir, schemas, portalDir: `${here}/dist` });
const password = process.env["CLINIC_PASSWORD"];
if (password !== undefined) {
  await addUser(services, { username: "reception@clinic.example", name: "Rosa", role: "reception", password });
  await addUser(services, { username: "doctor@clinic.example", name: "Dan", role: "doctor", password });
}
console.log(`Clinic ${await app.listen({ port: Number(process.env["PORT"] ?? 8091), host: "127.0.0.1" })}`);
process.once("SIGTERM", () => void close().then(() => db.close()));
