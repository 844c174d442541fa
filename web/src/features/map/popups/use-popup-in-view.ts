import type { Popup } from 'maplibre-gl';
import { type RefObject, useEffect } from 'react';
import { useMap } from 'react-map-gl/maplibre';

/**
 * The controls over the map: buttons at its sides, the radar bar below; a phone hides the buttons while a
 * popup is open.
 */
const margins = { top: 8, side: 64, phoneSide: 8, bottom: 108 };
const phoneBelowPx = 640;

/**
 * A popup grows when its data arrive: it then chooses its side of the place again, and the map moves as far
 * as necessary to show all of it.
 */
export function usePopupInView(popup: RefObject<Popup | null>, content: RefObject<HTMLElement | null>): void {
  const { current: map } = useMap();
  useEffect(() => {
    if (!map || !content.current) return;
    const grown = new ResizeObserver(() => {
      const open = popup.current;
      const box = open?.getElement()?.querySelector('.maplibregl-popup-content')?.getBoundingClientRect();
      if (!open || !box) return;
      open.setLngLat(open.getLngLat());
      const [x, y] = movesInto(
        open.getElement().querySelector('.maplibregl-popup-content')?.getBoundingClientRect() ?? box,
        map.getContainer().getBoundingClientRect(),
      );
      if (x !== 0 || y !== 0) map.panBy([x, y], { duration: 200 });
    });
    grown.observe(content.current);
    return () => grown.disconnect();
  }, [map, popup, content]);
}

interface Sides {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * The pixels by which the map must move so that a box lies within it; if it is too large, its top left corner
 * is shown.
 */
export function movesInto(box: Sides, map: Sides): [number, number] {
  const side = map.right - map.left < phoneBelowPx ? margins.phoneSide : margins.side;
  return [
    along(box.left, box.right, map.left + side, map.right - side),
    along(box.top, box.bottom, map.top + margins.top, map.bottom - margins.bottom),
  ];
}

function along(from: number, to: number, least: number, maximum: number): number {
  if (from < least || to - from > maximum - least) return from - least;
  return Math.max(0, to - maximum);
}
