/** Phrases that the palette understands: who is paid, and how much, such as "pay acme 5000". */
import { groupThousands } from "@portolan/engine";
import { type PalettePhrases, t } from "@portolan/engine/app";

/** Reads phrases in either language. */
export const phrases: PalettePhrases = {
  read(query) {
    const verbs = t("palette.verbs");
    const pattern = new RegExp(`^(?:${verbs})\\s*(\\D.*?)\\s+([\\d,]+(?:\\.\\d+)?)$`, "i");
    const [, who, written] = pattern.exec(query) ?? [];
    if (who === undefined || who.length < 2 || written === undefined) return undefined;
    const amount = written.replaceAll(",", "");
    const isVerb = (label: string) => verbs.toLowerCase().split("|").includes(label.toLowerCase());
    return {
      search: who,
      // Links a payee to the form that pays it; other records have no such action.
      link: ({ next }) =>
        next && Object.values(next.label).some(isVerb)
          ? {
              href: `${next.to}${next.to.includes("?") ? "&" : "?"}amount=${amount}`,
              kind: t("palette.pay"),
              detail: groupThousands(amount),
            }
          : undefined,
    };
  },
};
