/** Announces that an operation may have changed records, so that they are read again. */
import type { Ports } from "../model/ports.ts";

/** `entity`: name of the changed record's entity; undefined when it is unknown. */
type Listener = (entity: string | undefined) => void;

const listeners = new WeakMap<Ports, Listener>();

/** Calls the listener after every change; replaces the one before. */
export const onChange = (ports: Ports, listener: Listener): void => void listeners.set(ports, listener);

/** Tells the read layer that records of an entity may have changed. Does nothing before anything was read. */
export const announceChange = (ports: Ports, entity: string | undefined): void => listeners.get(ports)?.(entity);
