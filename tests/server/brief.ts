/**
 * Flags of Node for a process that lives for minutes: the embedded engine's WebAssembly is compiled once, by V8's first compiler. What the
 * second one makes faster pays later; here it would be a third of all the processor time.
 */
export const BRIEF = ["--liftoff-only"] as const;
