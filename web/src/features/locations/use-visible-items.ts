import { type RefObject, useEffect, useState } from 'react';

/** An item this far beyond the edge counts as visible, so that its image is loaded when it scrolls in. */
const aheadPx = 240;

/**
 * The visible items of a list that scrolls sideways, by their `data-id`. `serial` changes when the list has
 * other items.
 */
export function useVisibleItems(list: RefObject<HTMLElement | null>, serial: string): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: other items are observed anew
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) =>
        setSeen((before) => {
          const after = new Set(before);
          for (const { target, isIntersecting } of entries) {
            const id = (target as HTMLElement).dataset.id ?? '';
            if (isIntersecting) after.add(id);
            else after.delete(id);
          }
          return after;
        }),
      { root: list.current, rootMargin: `0px ${aheadPx}px` },
    );
    for (const item of list.current?.children ?? []) observer.observe(item);
    return () => observer.disconnect();
  }, [list, serial]);
  return seen;
}
