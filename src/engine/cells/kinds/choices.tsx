/** Multiple choices are rendered like tags. */
export { renderCell } from "./tags.tsx";
