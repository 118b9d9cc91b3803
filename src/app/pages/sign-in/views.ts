/** Public pages other than sign-in, each at `/login?view=<name>`. */
export const DOCUMENTS = ["agreement", "privacy"] as const;
export type DocumentName = (typeof DOCUMENTS)[number];
export const isDocument = (name: string): name is DocumentName => DOCUMENTS.some((item) => item === name);

/** Calls that the forms for registration and a forgotten password send, by page name. */
export const CALLS = { register: "register", forgot: "forgetPassword" } as const;
type FormName = keyof typeof CALLS;
export const isForm = (name: string): name is FormName => Object.hasOwn(CALLS, name);

export type OtherViewName = DocumentName | FormName;
