/** The settings of the clinic's schemas; browser and server share them. */
import { signInSettings, type Settings } from "@portolan/engine";
import type { SessionCalls } from "@portolan/server/session";

export const settings = {
  ...signInSettings,
  languages: ["en"],
  zone: { name: "UTC", offsetMinutes: 0 },
  tenant: undefined,
  path: (entity, call) => `/clinic/${entity}/${call}`,
  actors: { staff: "user" },
  icons: ["calendar", "people", "receipt"],
} satisfies Settings;

// The types of this program: code that misspells one of these words does not compile. The engine has its own texts in two languages.
declare module "@portolan/engine" {
  interface Register {
    access: "public" | "session";
    actor: "staff";
    lang: "zh" | "en";
    calls: SessionCalls;
  }
}
