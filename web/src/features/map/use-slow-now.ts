import { useEffect, useState } from 'react';
import { clock } from '../../clock/clock.ts';

/**
 * The product clock, renewed so rarely (real ms) that redrawing the map costs little at any speed. Null until
 * the server has sent the time.
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
