/** What the payment product settles for its schemas. */

/** Gives the settings their literal types. */
const settle = <const Settled>(settled: Settled): Settled => settled;

/** Settings of the dialect, without its vocabularies. */
export const settings = settle({
  languages: ["zh", "en"],
  path: (entity: string, call: string) => `/mer/own/${entity}/${call}`,
  access: { levels: ["public", "session", "certified"], default: "certified" },
  stepUps: ["pay", "pay+totp"],
  actors: { merchant: "user", provider: "system" },
});

declare module "../engine/model/register.ts" {
  interface Register {
    access: (typeof settings.access.levels)[number];
    stepUp: (typeof settings.stepUps)[number];
    actor: keyof typeof settings.actors;
    lang: (typeof settings.languages)[number];
  }
}
