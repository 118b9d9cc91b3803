/**
 * Node flags for processes that live only minutes: compiles the embedded database's WebAssembly with V8's baseline
 * compiler. Optimising it would take a third of the CPU time and never pay off.
 */
export const SHORT_LIVED = ["--liftoff-only"] as const;
