import { type RefObject, useLayoutEffect, useState } from 'react';

/** Rows beyond the window that are drawn too; the range moves in steps of as many. */
const overscan = 6;

/** The rows of a long list that are in the window, as it is scrolled: `from` is drawn, `to` is not. */
export function useVisibleRows(
  list: RefObject<HTMLElement | null>,
  rows: number,
  rowPx: number,
): { from: number; to: number } {
  const [range, setRange] = useState({ from: 0, to: 4 * overscan });
  useLayoutEffect(() => {
    const measure = () => {
      const element = list.current;
      if (!element) return;
      const topPx = -element.getBoundingClientRect().top;
      const step = (row: number) => Math.floor(row / overscan) * overscan;
      const from = Math.max(0, step(topPx / rowPx) - overscan);
      const to = step((topPx + window.innerHeight) / rowPx) + 2 * overscan;
      setRange((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    measure();
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [list, rowPx]);
  return { from: Math.min(range.from, rows), to: Math.min(range.to, rows) };
}
