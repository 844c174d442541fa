import { type ReactNode, useEffect, useState } from 'react';

/** Shows its children only after a moment, so that what loads at once does not flicker. */
export function Delayed({ afterMs = 150, children }: { afterMs?: number; children: ReactNode }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return shown ? children : null;
}
