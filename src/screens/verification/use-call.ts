import { useEffect, useState } from "react";
import type { CallFailure, CallResult, Ports } from "../../engine/index.ts";

/** A call by its name. Rejects with a `CallFailure`. */
export async function callNamed(ports: Ports, name: string): Promise<CallResult> {
  const way = await ports.callNamed?.(name);
  if (!way) throw new Error(`there is no call ${name}`);
  return ports.call(way);
}

/** What a reading call answers; asked again when `turn` changes. */
export function useCall(ports: Ports, name: string, turn: number): { map?: CallResult; failure?: CallFailure } {
  const [state, setState] = useState<{ map?: CallResult; failure?: CallFailure }>({});
  useEffect(() => {
    let live = true;
    callNamed(ports, name).then(
      (map) => live && setState({ map }),
      (failure: CallFailure) => live && setState({ failure }),
    );
    return () => {
      live = false;
    };
  }, [ports, name, turn]);
  return state;
}
