import { useEffect } from 'react';

const checkAgainMs = 2_000;

/**
 * While a countdown stands at zero, asks the server at once and again until it answers with a new state: only the
 * server ends a delay or a warning.
 */
export function useCheckAtZero(atZero: boolean, onRefresh: () => void): void {
  useEffect(() => {
    if (!atZero) return;
    onRefresh();
    const timer = setInterval(onRefresh, checkAgainMs);
    return () => clearInterval(timer);
  }, [atZero, onRefresh]);
}
