/**
 * Settings of a dialect whose users sign in as the server's session schemas describe: everyone may read public calls,
 * and a password, then a second factor, confirms calls.
 * @example
 * const settings = { ...signInSettings, languages: ["en"], zone: { name: "UTC", offsetMinutes: 0 } };
 */
export const signInSettings = {
  access: { levels: ["public", "session"], default: "session" },
  stepUps: ["password", "password+totp"],
  screens: ["sessions", "notFound"],
} as const;
