/** Shows an entity as other programs and the database see it. */
import { useEffect, useState } from "react";
import type { DerivedCode as Seen } from "../protocol.ts";
import { api } from "./api.ts";
import { t } from "./texts.ts";

export function DerivedCode({ v }: { v: number }) {
  const [seen, setSeen] = useState<Seen>();
  useEffect(() => {
    let live = true;
    void api.outside(v).then(
      (come) => live && setSeen(come),
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [v]);
  if (!seen) return null;
  return (
    <div className="wf-outside">
      <h2>{t("api.calls")}</h2>
      {seen.calls.map(({ name, route, grant, request, response }) => (
        <details key={name} open={name === "create" || undefined}>
          <summary>
            <code>{route}</code> <span>{name}</span> {grant && <span>{grant}</span>}
          </summary>
          {request !== undefined && <Code name={t("api.request")} text={JSON.stringify(request, null, 2)} />}
          {response !== undefined && <Code name={t("api.response")} text={JSON.stringify(response, null, 2)} />}
        </details>
      ))}
      <h2>{t("api.types")}</h2>
      <Code name={t("api.types")} text={seen.types} />
      {seen.tables !== "" && (
        <>
          <h2>{t("api.tables")}</h2>
          <Code name={t("api.tables")} text={seen.tables} />
        </>
      )}
    </div>
  );
}

const Code = ({ name, text }: { name: string; text: string }) => (
  <pre role="region" tabIndex={0} aria-label={name}>
    {text}
  </pre>
);
