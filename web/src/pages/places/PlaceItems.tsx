import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './PlaceItems.module.css';
import { useVisibleRows } from './use-visible-rows.ts';

export interface PlaceItem {
  readonly id: string;
}

interface PlaceItemsProps<Item extends PlaceItem> {
  label: string;
  /** In the order in which they are shown. */
  items: readonly Item[];
  columns: number;
  rowPx: number;
  /** Space between items, px. */
  gapPx?: number;
  onPin: (id: string) => void;
  /** An item has one link; `tabIndex` is for all that can be focused in it. */
  children: (item: Item, tabIndex: 0 | -1) => ReactNode;
}

/**
 * Up to a thousand places in rows, of which only those in the window are drawn. The arrow keys move between the
 * links of the places, which are one stop of the Tab key; P pins the focused place.
 */
export function PlaceItems<Item extends PlaceItem>({
  label,
  items,
  columns,
  rowPx,
  gapPx = 0,
  onPin,
  children,
}: PlaceItemsProps<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const rows = Math.ceil(items.length / columns);
  const { from, to } = useVisibleRows(list, rows, rowPx);
  const [currentId, setCurrentId] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const currentIndex = Math.max(
    0,
    items.findIndex(({ id }) => id === currentId),
  );

  useEffect(() => {
    const id = wanted.current;
    if (id === null) return;
    if (focusPlace(list.current, id)) wanted.current = null;
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepOf(event.key, columns, items.length);
    if (step) {
      const next = items[Math.min(items.length - 1, Math.max(0, currentIndex + step))];
      event.preventDefault();
      if (!next) return;
      wanted.current = next.id;
      setCurrentId(next.id);
    } else if (event.key.toLowerCase() === 'p' && items[currentIndex]) {
      event.preventDefault();
      // The place moves to its new position, and the focus with it.
      wanted.current = items[currentIndex].id;
      setCurrentId(items[currentIndex].id);
      onPin(items[currentIndex].id);
    }
  };

  const visible = shownIndexes(from * columns, Math.min(items.length, to * columns), currentIndex);
  const width = `calc((100% - ${(columns - 1) * gapPx}px) / ${columns})`;
  return (
    <ul
      ref={list}
      className={classes.items}
      aria-label={label}
      style={{ height: rows * rowPx }}
      onKeyDown={onKeyDown}
    >
      {visible.map((i) => {
        const item = items[i];
        if (!item) return null;
        const column = i % columns;
        return (
          <li
            key={item.id}
            data-place={item.id}
            className={classes.item}
            aria-posinset={i + 1}
            aria-setsize={items.length}
            style={{
              top: Math.floor(i / columns) * rowPx,
              left: `calc(${column} * (${width} + ${gapPx}px))`,
              width,
              height: rowPx - gapPx,
            }}
            onFocus={() => setCurrentId(item.id)}
          >
            {children(item, i === currentIndex ? 0 : -1)}
          </li>
        );
      })}
    </ul>
  );
}

/** Moves the focus to the link of a place; false while it is not drawn. */
function focusPlace(list: HTMLElement | null, id: string): boolean {
  const link = list?.querySelector<HTMLElement>(`[data-place="${CSS.escape(id)}"] a`);
  link?.focus({ preventScroll: true });
  link?.scrollIntoView({ block: 'nearest' });
  return link != null;
}

/** How many places a key moves on; 0 for none. */
function stepOf(key: string, columns: number, count: number): number {
  const steps: Partial<Record<string, number>> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    ArrowRight: columns > 1 ? 1 : 0,
    ArrowLeft: columns > 1 ? -1 : 0,
    Home: -count,
    End: count,
  };
  return steps[key] ?? 0;
}

/** The indexes from `from` to `to`, and that of the place with the focus, which stays when it is scrolled away. */
function shownIndexes(from: number, to: number, current: number): number[] {
  const shown = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
  return shown.includes(current) ? shown : [...shown, current].sort((a, b) => a - b);
}
