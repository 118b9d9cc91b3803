/** Runs the tests on the tests' own forms from one file, so that a single worker builds their portal once. */
import "./every-kind.ts";
import "./every-step.ts";
