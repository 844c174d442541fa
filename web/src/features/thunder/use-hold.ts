import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** How long a finger is held, ms: a touch in a pocket or while scrolling is none. */
export const holdMs = 1_000;
const hintMs = 4_000;
/** The click that a browser makes of a touch comes this soon after it, ms. */
const clickAfterTouchMs = 700;

/** `early`: let go too soon. */
export type HoldState = 'idle' | 'holding' | 'early';

/**
 * A button that a finger holds. A mouse, a keyboard and assistive technology press it: they are asked instead, because
 * not all of them can hold.
 */
export function useHold(onHeld: () => void, onPress: () => void) {
  const [state, setState] = useState<HoldState>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const touchedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => () => clearTimeout(timer.current), []);

  const after = (ms: number, work: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(work, ms);
  };
  const end = () => {
    touchedAt.current = performance.now();
    if (state !== 'holding') return;
    setState('early');
    after(hintMs, () => setState('idle'));
  };
  return {
    state,
    handlers: {
      onPointerDown: ({ pointerType, isPrimary }: PointerEvent) => {
        if (pointerType === 'mouse' || !isPrimary) return;
        setState('holding');
        after(holdMs, () => {
          setState('idle');
          onHeld();
        });
      },
      onPointerUp: ({ pointerType }: PointerEvent) => pointerType !== 'mouse' && end(),
      onPointerCancel: end,
      // A long touch opens the menu of the browser.
      onContextMenu: (event: MouseEvent) => event.preventDefault(),
      onClick: () => {
        if (performance.now() - touchedAt.current > clickAfterTouchMs) onPress();
      },
    },
  };
}
