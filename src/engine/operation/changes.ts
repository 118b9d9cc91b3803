/** Announces that an operation may have changed records, so that they are refetched. */
import type { Ports } from "../model/ports.ts";

/** Receives the name of the changed entity, or undefined when it is unknown. */
type Listener = (entity: string | undefined) => void;

const listeners = new WeakMap<Ports, Listener>();

/** Registers the listener to call after every change, replacing the previous one. */
export const onChange = (ports: Ports, listener: Listener): void => void listeners.set(ports, listener);

/** Notifies the read layer that records of an entity may have changed. Does nothing before anything was read. */
export const announceChange = (ports: Ports, entity: string | undefined): void => listeners.get(ports)?.(entity);
