/** Waits for the outcome of an order that the simulated banks decide. */
import { expect } from "vitest";
import type { Client, TestServer } from "./server.ts";

type Detail = Awaited<ReturnType<Client["call"]>>["map"];

/**
 * Runs the server's jobs until the record has the status, and returns its detail.
 * @example
 * const { record } = await awaitStatus(server, () => detail(orderNo), "done");
 */
export async function awaitStatus(
  server: TestServer,
  readDetail: () => Promise<Detail>,
  status: string,
): Promise<Detail> {
  await expect
    .poll(async () => {
      await server.worker.drain();
      return (await readDetail()).record.status;
    })
    .toBe(status);
  return readDetail();
}
