import { useEffect, useState } from 'react';
import { clock } from './clock.ts';

/**
 * The product's clock, renewed often enough that a countdown never skips a second of weather it could have
 * shown (four times a second at speed 1, ten times at most). Null until the server has said what time it is.
 */
export function useNow(everyMs = 250): number | null {
  return useClock(everyMs, 0);
}

/**
 * The product's clock in steps of five real seconds: for ages in words and for charts, which need not be
 * drawn again with each second.
 */
export function useSlowNow(): number | null {
  return useClock(1_000, slowStepMs);
}

const slowStepMs = 5_000;

/** `stepMs`: what is given changes only that often, in real milliseconds; 0 gives each instant. */
function useClock(everyMs: number, stepMs: number): number | null {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const renew = () =>
      setNow((before) => {
        const next = clock.now();
        if (before === null || next === null || stepMs === 0) return next;
        return Math.abs(next - before) >= stepMs * clock.speed() ? next : before;
      });
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
  }, [everyMs, stepMs]);
  return now;
}
