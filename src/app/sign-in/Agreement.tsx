/**
 * User agreement and privacy policy with their effective date. The texts of `locales/<lang>/agreement.json` load when
 * one of them or the registration form is opened.
 */
import { t } from "@portolan/engine/app";
import type { Lang } from "@portolan/engine";
import { useLoaded } from "@portolan/engine/ui";

/** Names of the documents. */
export const DOCUMENTS = ["agreement", "privacy"] as const;

export interface AgreementText {
  /** Effective date of the documents. */
  version: string;
  documents: Record<string, { title: string; sections: { title: string; text: string }[] }>;
}

const load: Record<Lang, () => Promise<{ default: AgreementText }>> = {
  zh: () => import("../../../locales/zh/agreement.json"),
  en: () => import("../../../locales/en/agreement.json"),
};
export const loadAgreement = async (lang: Lang): Promise<AgreementText> => (await load[lang]()).default;

export function Document({ lang, name }: { lang: Lang; name: string }) {
  const text = useLoaded(() => loadAgreement(lang), `agreement ${lang}`);
  if (!text) return <div className="skeleton" style={{ height: 400 }} aria-hidden />;
  return (
    <div className="document">
      <p>{t("documentVersion", { date: text.version })}</p>
      {text.documents[name]?.sections.map((section) => (
        <section key={section.title}>
          <h3>{section.title}</h3>
          <p>{section.text}</p>
        </section>
      ))}
    </div>
  );
}
