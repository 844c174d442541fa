import { useEffect, useState } from 'react';
import { clock } from './clock.ts';

/**
 * The product clock, renewed often enough that a countdown never skips a displayable second of weather (four
 * times a second at speed 1, ten times at most). Null until the server has sent the time.
 */
export function useNow(everyMs = 250): number | null {
  return useClock(everyMs, 0);
}

/**
 * The product clock in steps of five real seconds: for ages in words and for charts, which need no redraw
 * every second.
 */
export function useSlowNow(): number | null {
  return useClock(1_000, slowStepMs);
}

const slowStepMs = 5_000;

/**
 * The product clock in steps of one real second: for what is judged of a thousand places at once.
 */
export function useSecondsNow(): number | null {
  return useClock(1_000, 1_000);
}

/** `stepMs`: the value changes at this interval, in real milliseconds; 0 gives each instant. */
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
    // A tab that slept shows the current state when it becomes visible, before any timer fires.
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
