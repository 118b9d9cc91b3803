import type { Tone } from "../model/entity.ts";

/** Tones that schemas may use. */
export const TONES = ["neutral", "info", "warning", "success", "danger"] as const satisfies readonly Tone[];
