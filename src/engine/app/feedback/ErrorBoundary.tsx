/**
 * Error boundary around a page, so that the header and menu stay usable. Shows a diagnosis to copy for support. If a
 * chunk could not be loaded, reloads the page once, then asks for a reload.
 */
import { Component, type ErrorInfo, type ReactNode } from "react";
import { t } from "../client/i18n.ts";
import { copyText } from "../../base/copy-text.ts";
import { showToast } from "./toasts.ts";

/**
 * Returns whether the error means that a chunk could not be loaded, because a new version replaced it or the browser is
 * offline. Matches the error messages of the browsers and of the bundler.
 */
const isMissingCode = ({ message }: Error): boolean =>
  /dynamically imported module|Importing a module script|Unable to preload CSS/.test(message);

/** Minimum interval between automatic reloads, in ms. A second failure within it asks the user to reload instead. */
const RELOAD_INTERVAL_MS = 30_000;
const RELOADED = "reloadedFor";
function reloadOnce(): boolean {
  if (!navigator.onLine || Date.now() - Number(sessionStorage.getItem(RELOADED)) < RELOAD_INTERVAL_MS) return false;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
  return true;
}

interface Props {
  children: ReactNode;
}
interface State {
  error?: Error | undefined;
  /** React component stack of the error. */
  parts?: string | null | undefined;
  at?: string | undefined;
}
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {};
  static getDerivedStateFromError(error: Error): State {
    return { error, at: new Date().toISOString() };
  }
  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    if (isMissingCode(error) && reloadOnce()) return;
    this.setState({ parts: componentStack });
  }
  /** Text for support: path, time, user agent and stack traces, without any page content. */
  get diagnosis(): string {
    const { error, parts, at } = this.state;
    return [`${location.pathname} ${at}`, navigator.userAgent, error?.stack ?? error?.message, parts?.trim()]
      .filter(Boolean)
      .join("\n");
  }
  copy = () =>
    copyText(this.diagnosis).then(
      () => showToast("success", t("copied")),
      () => undefined,
    );
  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (isMissingCode(error)) {
      return (
        <section className="state" role="alert">
          <h1>{t("outdated")}</h1>
          <p>{t("outdatedHelp")}</p>
          <button type="button" className="btn" data-main onClick={() => location.reload()}>
            {t("outdatedReload")}
          </button>
        </section>
      );
    }
    return (
      <section className="state" role="alert">
        <h1>{t("crashed")}</h1>
        <p>{t("crashedHelp")}</p>
        <pre className="state-diagnosis" tabIndex={0} aria-label={t("crashedDiagnosis")}>
          {this.diagnosis}
        </pre>
        <div className="state-ways">
          <button type="button" className="btn" data-main onClick={() => location.reload()}>
            {t("retry")}
          </button>
          <button type="button" className="btn" onClick={() => void this.copy()}>
            {t("crashedCopy")}
          </button>
        </div>
      </section>
    );
  }
}
