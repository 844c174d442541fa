import { useEffect, useState } from 'react';
import { clock } from './clock.ts';

/**
 * The product's clock, renewed often enough that a countdown never skips a second of weather it could have shown (four times a
 * second at speed 1, ten times at most). Null until the server has said what time it is.
 */
export function useNow(everyMs = 250): number | null {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const renew = () => setNow(clock.now());
    const timer = setInterval(renew, clock.speed() > 1 ? Math.min(everyMs, 100) : everyMs);
    const stop = clock.subscribe(renew);
    // A tab that slept shows the truth the moment it is seen again, before any timer fires.
    document.addEventListener('visibilitychange', renew);
    renew();
    return () => {
      clearInterval(timer);
      stop();
      document.removeEventListener('visibilitychange', renew);
    };
  }, [everyMs]);
  return now;
}
