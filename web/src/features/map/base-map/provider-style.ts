import type { BaseMapStyle } from '@allclear/contract';
import labelFontFile from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import type { StyleSpecification } from 'maplibre-gl';
import type { MapTone } from '../../../ui/map-style.ts';
import { labelFont, linesOverImages, liveMapStyle, lowSlots } from '../map-paint.ts';

type Layers = StyleSpecification['layers'];

/** The prefix of sources of an external base map. */
export const isOfBaseMap = (sourceId: string | undefined): boolean => sourceId?.startsWith('base-') === true;

/** Drawn over satellite maps, and left out where the map has its own names. */
const orientation = ['counties', 'states', 'state-names', 'place-names'];

/**
 * An external base map with the slots for our layers. A map without names gets our borders and names on top;
 * of a map with names the names stay above radar, and everything else lies below it.
 */
export function otherMapStyle(style: BaseMapStyle, tone: MapTone, origin: string): StyleSpecification {
  const own = liveMapStyle(tone, origin);
  const layers = style.layers as unknown as Layers;
  const hasNames = layers.some(
    (layer) => layer.type === 'symbol' && layer.layout?.['text-field'] !== undefined,
  );
  const above = hasNames ? layers.findLastIndex(({ type }) => type !== 'symbol') + 1 : layers.length;
  // Land and water stay below everything: a missing tile shows land instead of nothing.
  const ground = own.layers.findIndex(({ id }) => id === lowSlots.radar);
  const rest = own.layers.slice(ground).filter(({ id }) => !(hasNames && orientation.includes(id)));
  const begin = hasNames ? rest.findIndex(({ id }) => id === lowSlots.areas) + 1 : rest.length;
  return {
    ...own,
    sources: { ...own.sources, ...sourcesAt(style.sources, origin) },
    ...(style.glyphs
      ? {
          glyphs: origin + style.glyphs,
          'font-faces': { [labelFont[0]!]: new URL(labelFontFile, origin).href },
        }
      : {}),
    ...(style.sprite ? { sprite: style.sprite.map(({ id, url }) => ({ id, url: origin + url })) } : {}),
    layers: [
      ...own.layers.slice(0, ground),
      ...layers.slice(0, above),
      ...rest
        .slice(0, begin)
        .map((layer) =>
          layer.type === 'line'
            ? { ...layer, paint: { ...layer.paint, ...linesOverImages[layer.id] } }
            : layer,
        ),
      ...layers.slice(above),
      ...rest.slice(begin),
    ],
  };
}

/** The server sends relative paths; MapLibre's workers need absolute addresses. */
function sourcesAt(sources: BaseMapStyle['sources'], origin: string): StyleSpecification['sources'] {
  const whole = (path: unknown) => (typeof path === 'string' ? origin + path : path);
  const placed = Object.entries(sources).map(([id, { tiles, data, ...rest }]) => [
    id,
    {
      ...rest,
      ...(Array.isArray(tiles) ? { tiles: tiles.map(whole) } : {}),
      ...(data === undefined ? {} : { data: whole(data) }),
    },
  ]);
  return Object.fromEntries(placed) as StyleSpecification['sources'];
}
