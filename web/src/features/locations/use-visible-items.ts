import { type RefObject, useEffect, useState } from 'react';

/** An item this far beyond the edge counts as visible, so that its image is loaded when it scrolls in. */
const aheadPx = 240;

/** Items that a wide screen shows. */
const shownAtFirst = 6;

/**
 * The visible items of a list that scrolls sideways, by their `data-id`. Until the browser has measured them these
 * are the first ones, so that their images do not wait for the list to be drawn.
 *
 * @param items of the list, in its order
 */
export function useVisibleItems(
  list: RefObject<HTMLElement | null>,
  items: readonly { readonly id: string }[],
): ReadonlySet<string> {
  const ids = items.map(({ id }) => id);
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set(ids.slice(0, shownAtFirst)));
  const serial = ids.join(' ');
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
