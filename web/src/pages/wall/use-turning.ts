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
 * @param turned how many of the pages are turned through automatically, from the first one
 * @param restart a number that is increased to return to the first page at once
 */
export function useTurning(
  pages: number,
  everyMs: number,
  {
    turned = pages,
    restart = 0,
    isHeld = false,
  }: { readonly turned?: number; readonly restart?: number; readonly isHeld?: boolean } = {},
): Turning {
  const [page, setPage] = useState(0);
  const [turns, setTurns] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them begins anew with the first page
  useEffect(() => setPage(0), [pages, turned, restart]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page is shown for the whole interval
  useEffect(() => {
    if (pages < 2 || isHeld) return;
    const timer = setInterval(() => setPage((before) => (before + 1) % turned), everyMs);
    return () => clearInterval(timer);
  }, [pages, turned, everyMs, restart, isHeld, turns]);
  const turn = (by: number) => {
    setPage((before) => (before + by + pages) % pages);
    setTurns((before) => before + 1);
  };
  return { page: Math.min(page, pages - 1), turn };
}
