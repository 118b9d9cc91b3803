import { CallForm } from "../../form/lazy.tsx";
import type { CallEntity } from "../options.ts";
import { loadCall } from "./schemas.ts";

/** Loads a call, and the code and validator of its form. */
export async function loadCallForm(name: string): Promise<CallEntity> {
  const [form] = await Promise.all([loadCall(name), CallForm.load()]);
  await form.request.loadValidator();
  return form;
}
