import type { JobHandler } from "../../jobs/worker.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { tryFireEvent } from "../../providers/event.ts";
import type { ProviderPort } from "../../providers/provider-port.ts";

/** Name of the job that the event `received` enqueues. */
export const BOOK_JOB = "collection.book";

/** A provider that may check receipts before they are booked, and the handler that calls it. */
export interface ReceiptCheck {
  provider: ProviderPort;
  requestProvider: JobHandler;
}

/**
 * Returns the handler that books received money. If the provider supports this job, it checks the receipt first and
 * fires `book` itself.
 */
export function bookReceipts(context: LifecycleContext, check?: ReceiptCheck): JobHandler {
  return async (job, tools) => {
    if (check && (await check.provider.capabilities()).jobs.includes(BOOK_JOB))
      return check.requestProvider(job, tools);
    const entity = context.schemas.entities.get(String(job.payload["entity"]));
    if (!entity) throw new Error(`no entity ${String(job.payload["entity"])}`);
    await tools.db.tx(async (tx) => {
      const order = { order: { id: String(job.payload["id"]) } };
      await tryFireEvent(
        tx,
        { entity, tenant: job.tenant, ask: order },
        { id: job.id, event: "book", input: {} },
        context,
      );
      await tools.finish(tx);
    });
  };
}
