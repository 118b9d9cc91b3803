/** Sets up an authenticator, then shows the recovery codes. */
import { useState } from "react";
import { t } from "@portolan/engine/app";
import { type CallFormProps, Heading, usePorts } from "@portolan/engine/ui";
import { Enrol } from "./Enrol.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

const BACK = "/secondlevelverification";

interface Props {
  title: string;
  form(call: string): Promise<CallFormProps["call"]>;
}
export function Validator({ title, form }: Props) {
  const ports = usePorts();
  const [codes, setCodes] = useState<readonly string[]>();
  const back = () => ports.go?.(BACK);
  if (codes)
    return (
      <section className="form-page" aria-labelledby="recovery-title">
        <RecoveryCodes heading="h1" codes={codes} onDone={back} />
      </section>
    );
  return (
    <section className="form-page">
      <Heading>{title}</Heading>
      <Enrol
        heading="h2"
        form={form}
        onCancel={back}
        onDone={(response) => setCodes(response.recoveryCodes)}
        leave={
          <button type="button" className="btn" onClick={back}>
            {t("verification.back")}
          </button>
        }
      />
    </section>
  );
}
