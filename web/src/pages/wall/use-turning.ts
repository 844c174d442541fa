import { useEffect, useState } from 'react';

/** A position that turns through pages in real time. */
export interface Turning {
  readonly page: number;
  /** Turns by pages; the next automatic turn comes a whole interval later. */
  readonly turn: (by: number) => void;
}

/**
 * Turns through pages, and begins anew with the first when their number or `restart` changes.
 *
 * @param restart a number that is increased to return to the first page at once
 */
export function useTurning(
  pages: number,
  everyMs: number,
  { restart = 0, isHeld = false }: { readonly restart?: number; readonly isHeld?: boolean } = {},
): Turning {
  const [page, setPage] = useState(0);
  const [turned, setTurned] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: both begin anew with the first page
  useEffect(() => setPage(0), [pages, restart]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page is shown for the whole interval
  useEffect(() => {
    if (pages < 2 || isHeld) return;
    const timer = setInterval(() => setPage((before) => (before + 1) % pages), everyMs);
    return () => clearInterval(timer);
  }, [pages, everyMs, restart, isHeld, turned]);
  const turn = (by: number) => {
    setPage((before) => (before + by + pages) % pages);
    setTurned((before) => before + 1);
  };
  return { page: Math.min(page, pages - 1), turn };
}
