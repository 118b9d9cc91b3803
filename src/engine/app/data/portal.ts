/** Settings that the server embeds in every HTML page as `<meta name="portal">`. */
export interface Portal {
  sandbox: boolean;
  /** Demo accounts of the sandbox, without passwords. */
  demo: { username: string; role: string }[];
}
function read(): Portal {
  const content = document.querySelector<HTMLMetaElement>("meta[name=portal]")?.content ?? "";
  try {
    return { sandbox: false, demo: [], ...(JSON.parse(content) as Partial<Portal>) };
  } catch {
    // The development server does not embed the settings.
    return { sandbox: import.meta.env.DEV, demo: [] };
  }
}
export const portal: Portal = read();
