import { useEffect, useState } from "react";
import type { CallFailure } from "../../engine/index.ts";

/** Returns the answer of a reading call; asks again when `turn` changes. `ask` must be the same function on every render. */
export function useCall<T>(ask: () => Promise<T>, turn: number): { map?: T; failure?: CallFailure } {
  const [state, setState] = useState<{ map?: T; failure?: CallFailure }>({});
  useEffect(() => {
    let live = true;
    ask().then(
      (map) => live && setState({ map }),
      (failure: CallFailure) => live && setState({ failure }),
    );
    return () => {
      live = false;
    };
  }, [ask, turn]);
  return state;
}
