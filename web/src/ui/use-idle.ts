import { useEffect, useState } from 'react';

const timeoutMs = 1_000;

/**
 * False at first, true once the browser is idle: for content further down, so that the content above is drawn
 * sooner.
 */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    // Not every browser has idle callbacks.
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(() => setIdle(true), 100);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(() => setIdle(true), { timeout: timeoutMs });
    return () => cancelIdleCallback(idle);
  }, []);
  return isIdle;
}

/**
 * False until something is known, for a second at most, and true from then on: for content that would
 * otherwise shift content already shown.
 */
export function useSettled(isReady: boolean): boolean {
  const [isSettled, setSettled] = useState(isReady);
  useEffect(() => {
    if (isSettled) return;
    if (isReady) {
      setSettled(true);
      return;
    }
    const timer = setTimeout(() => setSettled(true), timeoutMs);
    return () => clearTimeout(timer);
  }, [isReady, isSettled]);
  return isSettled;
}
