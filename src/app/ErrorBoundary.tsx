/** A page that throws keeps header and menu; it says that the money is safe, and what support needs. */
import { Component, type ReactNode } from "react";
import { t } from "../client/i18n.ts";

interface Props {
  children: ReactNode;
}
export class ErrorBoundary extends Component<Props, { error?: Error }> {
  override state: { error?: Error } = {};
  static getDerivedStateFromError(error: Error) {
    return { error };
  }
  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <section className="state" role="alert">
        <h1>{t("crashed")}</h1>
        <p>{t("crashedHelp")}</p>
        <code>{this.state.error.message}</code>
        <button type="button" className="btn" data-main onClick={() => location.reload()}>
          {t("retry")}
        </button>
      </section>
    );
  }
}
