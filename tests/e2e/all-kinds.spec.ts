/** The stories over the tests' own forms: one file, so that one worker builds their portal once and runs them all. */
import "./every-kind.ts";
import "./every-step.ts";
