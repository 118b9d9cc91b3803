/** Multiple choices are rendered like tags. */
export { drawing } from "./tags.tsx";
