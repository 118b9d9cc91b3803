/**
 * Desk provider: operators act in place of a bank, a dealer or another provider. Each provider request becomes a task
 * that two operators answer.
 */
import { NotSent, PORTS, type PortName, type ProviderHost, type ProviderPort } from "../providers/provider-port.ts";
import { addTask, isTask } from "./tasks.ts";

/**
 * Creates the desk provider of a port. It lists its jobs at once, but accepts no requests until it is connected to the
 * database.
 */
export function createManualProvider(name: PortName): ProviderPort {
  let host: ProviderHost | undefined;
  const open = (): ProviderHost => {
    if (!host) throw new NotSent("the desk is not open yet");
    return host;
  };
  return {
    name,
    connect: (given) => void (host = given),
    capabilities: async () => ({ jobs: PORTS.find((port) => port.name === name)?.jobs ?? [] }),
    submit: async (request) => {
      const { db, seal } = open();
      await addTask(db, seal, name, request);
      return { askId: request.id, state: "accepted", events: [] };
    },
    // The confirmed answer fires the events itself, so a query returns none.
    query: async (askId) => ((await isTask(open().db, askId)) ? { askId, state: "accepted", events: [] } : "unknown"),
    health: async () => ({ ok: true }),
  };
}
