import { type ReactNode, useEffect, useState } from 'react';

/** Shows its children after a delay, so that fast loading does not flicker. */
export function Delayed({ afterMs = 150, children }: { afterMs?: number; children: ReactNode }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return shown ? children : null;
}
