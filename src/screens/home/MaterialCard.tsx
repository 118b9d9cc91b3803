/** Uploads documents as a zip: opens the form on demand, then lists the files that the server found in the archive. */
import { Upload } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { t } from "../../client/i18n.ts";
import type { Entity, Row } from "../../engine/index.ts";
import { EntityForm, Link, usePorts, Value } from "../../engine/ui.tsx";
import { Card } from "./Card.tsx";
import type { Shell } from "./shell.ts";

/** Neither names nor sizes refer to anything. */
const NONE = {};

type Step = { at: "asked" } | { at: "form" } | { at: "there"; record: Row };

export function MaterialCard({ shell }: { shell: Shell }) {
  const ports = usePorts();
  const [entity, setEntity] = useState<Entity>();
  const [step, setStep] = useState<Step>({ at: "asked" });
  const all = shell.place("material", "list");
  const open = async () => {
    setEntity(await ports.entity("material"));
    setStep({ at: "form" });
  };
  return (
    <Card
      name="material"
      title={t("home.material")}
      end={
        all && (
          <Link href={all.href} className="hm-all">
            {t("home.all")}
          </Link>
        )
      }
    >
      {step.at === "asked" && (
        <div className="hm-hand-in">
          <p className="hm-quiet">{t("home.materialLead")}</p>
          <button type="button" className="btn" onClick={() => void open()}>
            <Upload size={16} aria-hidden /> {t("home.materialGo")}
          </button>
        </div>
      )}
      {step.at === "form" && entity && (
        <EntityForm
          entity={entity}
          onCancel={() => setStep({ at: "asked" })}
          onDone={(record) => setStep({ at: "there", record })}
        />
      )}
      {step.at === "there" && entity && (
        <Receipt entity={entity} record={step.record} onAgain={() => setStep({ at: "form" })} />
      )}
    </Card>
  );
}

/** Shows the response: the number, and every file in the archive with its size. */
function Receipt({ entity, record, onAgain }: { entity: Entity; record: Row; onAgain(): void }) {
  const { lang } = usePorts();
  const head = useRef<HTMLParagraphElement>(null);
  useEffect(() => head.current?.focus(), []);
  const contents = record.contents as Row[];
  const [name, size] = entity.field("contents").items!;
  return (
    <div className="hm-receipt">
      <p ref={head} tabIndex={-1} role="status">
        <strong>{t("home.materialDone")}</strong> {entity.label("receiptNo", lang)}{" "}
        <span>{String(record.receiptNo)}</span>
      </p>
      <p className="hm-quiet">{t("home.materialHolds", { file: String(record.fileName), count: contents.length })}</p>
      <ul tabIndex={0} aria-label={entity.label("contents", lang)}>
        {contents.map((one) => (
          <li key={String(one.name)}>
            <span>
              <Value entity={entity} field={name!} row={one} labels={NONE} />
            </span>
            <span>
              <Value entity={entity} field={size!} row={one} labels={NONE} /> {t("home.materialBytes")}
            </span>
          </li>
        ))}
      </ul>
      <button type="button" className="btn" data-small onClick={onAgain}>
        {t("home.materialAgain")}
      </button>
    </div>
  );
}
