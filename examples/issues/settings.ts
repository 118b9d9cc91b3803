/** The settings of the tracker's schemas; browser and server share them. */
import type { Settings } from "@portolan/engine";

export const settings = {
  languages: ["en"],
  zone: { name: "UTC", offsetMinutes: 0 },
  tenant: undefined,
  path: (entity, call) => `/issues/${entity}/${call}`,
  access: { levels: ["public"], default: "public" },
  stepUps: [],
  actors: { reporter: "user" },
} satisfies Settings;

// The types of this program: code that misspells one of these words does not compile. The engine has its own texts in two languages.
declare module "@portolan/engine" {
  interface Register {
    access: "public";
    actor: "reporter";
    lang: "zh" | "en";
  }
}
