/** Collapsed row that opens the document upload. */
import { Upload } from "lucide-react";
import { useState } from "react";
import { type Shell, t } from "@portolan/engine/app";
import { uploadMaxBytes } from "../../contract/constants.gen.ts";
import { createLazyPart, Link } from "@portolan/engine/ui";
import { Card } from "./Card.tsx";

const MaterialForm = createLazyPart(
  () => import("./MaterialForm.tsx").then((module) => module.MaterialForm),
  () => <div className="hm-material-wait" aria-hidden />,
);

export function DocumentUploadRow({ shell }: { shell: Shell }) {
  const [open, setOpen] = useState(false);
  const all = shell.findLink("material", "list");
  return (
    <Card
      name="material"
      title={t("home.material")}
      end={
        <>
          {all && (
            <Link href={all.href} className="hm-all">
              {t("home.all")}
            </Link>
          )}
          {!open && (
            <button type="button" className="btn" data-small onClick={() => setOpen(true)}>
              <Upload size={16} aria-hidden /> {t("home.materialGo")}
            </button>
          )}
        </>
      }
    >
      {open ? (
        <MaterialForm onCancel={() => setOpen(false)} />
      ) : (
        <p className="hm-quiet">{t("home.materialLead", { size: uploadMaxBytes / 1024 ** 2 })}</p>
      )}
    </Card>
  );
}
