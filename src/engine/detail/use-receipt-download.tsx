/** Download of a receipt. */
import { useState } from "react";
import type { CallPlan } from "../model/entity.ts";
import { findFailure, runOnce } from "../operation/run-once.ts";
import { usePorts } from "../react/ports-context.tsx";

/** Downloads a receipt as a PDF. With `whole`, requires step-up and reveals the masked lines. */
export function useReceiptDownload() {
  const ports = usePorts();
  const [busy, setBusy] = useState(false);
  const download = async (call: CallPlan, id: string, whole: boolean) => {
    setBusy(true);
    const outcome = await runOnce(
      ports,
      {
        call,
        stepUp: whole ? ports.dialect.stepUps[0] : undefined,
        describe: async () => ports.t("list.exportWhole"),
        transmit: async (endpoint, query, { proof }) => {
          await ports.download(endpoint, query, proof ? { proof } : {});
          return {};
        },
      },
      { ids: id, format: "pdf", ...(whole && { whole: "1" }) },
    );
    setBusy(false);
    if (outcome.end !== "succeeded" && outcome.end !== "cancelled")
      ports.notify("danger", findFailure(outcome)?.message || ports.t("list.failed"));
  };
  return { busy, download };
}
