/** Server settings of the page: `<meta name="portal">` is filled for every response. */
export interface Portal {
  sandbox: boolean;
  /** Demo sign-ins of the sandbox, without passwords. */
  demo: { username: string; role: string }[];
}
function read(): Portal {
  const content = document.querySelector<HTMLMetaElement>("meta[name=portal]")?.content ?? "";
  try {
    return { sandbox: false, demo: [], ...(JSON.parse(content) as Partial<Portal>) };
  } catch {
    // The development server does not fill it.
    return { sandbox: import.meta.env.DEV, demo: [] };
  }
}
export const portal: Portal = read();
