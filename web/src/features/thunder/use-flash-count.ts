import { maxFlashToBangSeconds } from '@allclear/domain';
import { useEffect, useState } from 'react';

const stepMs = 250;

/** Counts the seconds from a flash to its thunder. A count of more than 90 seconds is stopped: it was another flash. */
export function useFlashCount() {
  /** `performance.now()` at the flash. */
  const [flashAt, setFlashAt] = useState<number | null>(null);
  const [seconds, setSeconds] = useState(0);
  const [isTooLong, setTooLong] = useState(false);
  useEffect(() => {
    if (flashAt === null) return;
    const timer = setInterval(() => {
      const passed = secondsSince(flashAt);
      setSeconds(Math.floor(passed));
      if (passed <= maxFlashToBangSeconds) return;
      setFlashAt(null);
      setTooLong(true);
    }, stepMs);
    return () => clearInterval(timer);
  }, [flashAt]);
  return {
    /** Whole seconds so far; null while nothing is counted. */
    seconds: flashAt === null ? null : seconds,
    isTooLong,
    start() {
      setFlashAt(performance.now());
      setSeconds(0);
      setTooLong(false);
    },
    /** The seconds that were counted, to a tenth; null where they are too many. */
    stop(): number | null {
      const counted = flashAt === null ? null : Math.round(secondsSince(flashAt) * 10) / 10;
      setFlashAt(null);
      return counted === null || counted > maxFlashToBangSeconds ? null : counted;
    },
  };
}

function secondsSince(at: number): number {
  return (performance.now() - at) / 1_000;
}
