import { type RefObject, useEffect, useState } from 'react';

/** So far beyond the edge an item counts as seen, so that its picture is there when it slides in. */
const aheadPx = 240;

/**
 * Which items of a list that scrolls sideways can be seen, by their `data-id`. `serial` changes when other
 * items are in the list.
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
