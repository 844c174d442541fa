import { useEffect, useRef, useState } from 'react';

/** True for 600 ms after a strike that is later than the last one at the same place. */
export function useStrikePulse(place: string, lastStrikeAt: string | null): boolean {
  const seen = useRef<{ place: string; at: string | null } | null>(null);
  const [pulsing, setPulsing] = useState(false);
  useEffect(() => {
    const before = seen.current;
    seen.current = { place, at: lastStrikeAt };
    if (
      !before ||
      before.place !== place ||
      !lastStrikeAt ||
      (before.at && Date.parse(before.at) >= Date.parse(lastStrikeAt))
    )
      return;
    setPulsing(true);
    const end = setTimeout(() => setPulsing(false), 600);
    return () => {
      clearTimeout(end);
      setPulsing(false);
    };
  }, [place, lastStrikeAt]);
  return pulsing;
}
