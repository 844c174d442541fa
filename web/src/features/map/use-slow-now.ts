import { useEffect, useState } from 'react';
import { clock } from '../../clock/clock.ts';

/**
 * The product's clock, renewed so seldom (real ms) that drawing a whole map for it costs nothing to speak of,
 * however fast the clock runs. Null until the server has said what time it is.
 */
export function useSlowNow(everyMs: number): number | null {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const renew = () => setNow(clock.now());
    const timer = setInterval(renew, everyMs);
    document.addEventListener('visibilitychange', renew);
    renew();
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [everyMs]);
  return now;
}
