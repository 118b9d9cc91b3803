import { createContext } from "react";
import type { ListNode, ObjectNode } from "../form-store/nodes.ts";

/** Node of the container that rjsf renders. Undefined in a flat form. */
export const NodeContext = createContext<ObjectNode | ListNode | undefined>(undefined);
