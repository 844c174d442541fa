import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** A press that moves less than this is a click. */
const slackPx = 4;

export interface ScrollEnds {
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

/**
 * Lets a mouse drag a list that scrolls sideways (touch and wheel do so by default), and the arrow keys, Home
 * and End move it by columns. Returns at which of its ends it is; `content` changes when its width may have
 * changed.
 */
export function useDraggedScroll(scroller: RefObject<HTMLElement | null>, stepPx: number, content: unknown) {
  const [ends, setEnds] = useState<ScrollEnds>({ atStart: true, atEnd: false });
  const drag = useRef<{ fromX: number; fromLeft: number; moving: boolean } | null>(null);

  const measure = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const { scrollLeft, scrollWidth, clientWidth } = element;
    const next = { atStart: scrollLeft <= 1, atEnd: scrollLeft + clientWidth >= scrollWidth - 1 };
    setEnds((before) => (before.atStart === next.atStart && before.atEnd === next.atEnd ? before : next));
  }, [scroller]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another content may have another width
  useLayoutEffect(() => {
    measure();
    const element = scroller.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [measure, scroller, content]);

  const events = {
    onScroll: measure,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const onButton = event.target instanceof Element && event.target.closest('button') !== null;
      if (event.pointerType !== 'mouse' || event.button !== 0 || onButton) return;
      drag.current = { fromX: event.clientX, fromLeft: event.currentTarget.scrollLeft, moving: false };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const held = drag.current;
      if (!held) return;
      const element = event.currentTarget;
      const byPx = event.clientX - held.fromX;
      if (!held.moving) {
        if (Math.abs(byPx) < slackPx) return;
        held.moving = true;
        element.dataset.dragging = '';
        element.setPointerCapture(event.pointerId);
      }
      element.scrollLeft = held.fromLeft - byPx;
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => letGo(event.currentTarget),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => letGo(event.currentTarget),
    onPointerLeave(event: PointerEvent<HTMLElement>) {
      if (!drag.current?.moving) letGo(event.currentTarget);
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const element = event.currentTarget;
      const byPx = {
        ArrowLeft: -stepPx,
        ArrowRight: stepPx,
        Home: -element.scrollWidth,
        End: element.scrollWidth,
      }[event.key];
      if (byPx === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      element.scrollBy({ left: byPx });
    },
  };

  function letGo(element: HTMLElement) {
    drag.current = null;
    delete element.dataset.dragging;
  }
  return { ends, events };
}
