import type { StoredGauge } from "../../http/gauges.ts";
import type { Circuit, Providers } from "../../providers/provider-port.ts";

const VALUES: Readonly<Record<Circuit, number>> = { closed: 0, halfOpen: 0.5, open: 1 };

/** Returns the gauge for the circuit breakers of connected providers. In-process providers have none. */
export const createProviderGauges = (providers: Providers): StoredGauge[] => [
  {
    name: "portolan_provider_circuit",
    help: "Whether this node leaves a provider alone after failures: 1 it does, 0.5 it probes, 0 it asks.",
    labels: ["port"],
    read: async () =>
      Object.values(providers).flatMap(({ name, readCircuit }) =>
        readCircuit ? [{ labels: { port: name }, value: VALUES[readCircuit()] }] : [],
      ),
  },
];
