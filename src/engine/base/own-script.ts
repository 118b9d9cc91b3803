interface Policy {
  createScriptURL(url: string): string;
}
interface Factory {
  createPolicy(name: string, rules: Policy): Policy;
}

/** The page's one Trusted Types policy: browsers let it be made once. */
let policy: Policy | undefined;

/** An address of this page's own origin, as a worker may be started from. Throws a `TypeError` for a foreign one. */
export function ownScript(url: string): string {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
  if (!factory) return url;
  policy ??= factory.createPolicy("portolan", {
    createScriptURL(asked) {
      if (new URL(asked, location.href).origin !== location.origin) throw new TypeError("a foreign script");
      return asked;
    },
  });
  return policy.createScriptURL(url);
}
