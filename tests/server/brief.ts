/**
 * Flags of Node for processes that live for minutes: V8's baseline compiler compiles the embedded engine's WebAssembly once. Optimising it would
 * take a third of the processor time and never pay off here.
 */
export const BRIEF = ["--liftoff-only"] as const;
