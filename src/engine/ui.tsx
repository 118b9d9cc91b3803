/** The door to the engine for everyone with a screen. */
export { EnginePorts, usePorts } from "./ports-context.tsx";
