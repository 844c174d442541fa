import type { StyleSpecification } from 'maplibre-gl';
import { type MapTone, mapStyle } from '../../ui/map-style.ts';

/**
 * Colors over the base map, with the values of `ui/tokens.css`: MapLibre cannot read CSS variables. The
 * specification sets red, yellow and green for strike ages.
 */
export const paints = {
  light: {
    text: '#101b28',
    muted: '#54657a',
    halo: '#ffffff',
    primary: '#0b74b8',
    zones: ['#c6281c', '#b58900', '#147d4a', '#0b74b8'],
    strikes: { red: '#d92b1f', yellow: '#e0ac00', green: '#1c9a5d' },
    onStrikes: { red: '#ffffff', yellow: '#101b28', green: '#101b28' },
    strikeLine: '#101b28',
    states: { strike: '#c6281c', observing: '#6d4bc4', clear: '#147d4a', unknown: '#54657a' },
    cell: '#6d4bc4',
    tropical: '#b45309',
    fronts: { cold: '#0b5fd0', warm: '#c6281c', occluded: '#8e24aa', trough: '#b45309' },
  },
  dark: {
    text: '#e7eef6',
    muted: '#93a4b8',
    halo: '#0a1119',
    primary: '#5cb8f2',
    zones: ['#ff6b5e', '#f5c400', '#4fd38f', '#5cb8f2'],
    strikes: { red: '#ff5a4b', yellow: '#f5c400', green: '#4fd38f' },
    onStrikes: { red: '#0a1119', yellow: '#0a1119', green: '#0a1119' },
    strikeLine: '#0a1119',
    states: { strike: '#ff6b5e', observing: '#b39dff', clear: '#4fd38f', unknown: '#93a4b8' },
    cell: '#b39dff',
    tropical: '#ffb84d',
    fronts: { cold: '#5c9dff', warm: '#ff6b5e', occluded: '#d48cf0', trough: '#ffb84d' },
  },
} as const;
export type Paint = (typeof paints)[MapTone];

/** Drawn from the fonts of the page: no glyphs are fetched. */
export const labelFont = ['Inter Variable'];

/** Slots below the labels: an external base map has them too. */
export const lowSlots = { radar: 'slot-radar', areas: 'slot-areas' } as const;
/** Borders over satellite images, which have any color. */
export const linesOverImages: Record<string, { 'line-color': string; 'line-opacity': number }> = {
  counties: { 'line-color': '#ffffff', 'line-opacity': 0.28 },
  states: { 'line-color': '#ffffff', 'line-opacity': 0.6 },
};

/**
 * Slots in drawing order, the lowest first: a layer that is switched on later is still inserted at its
 * position.
 */
export const slots = [
  'slot-alerts',
  'slot-fronts',
  'slot-tropical',
  'slot-zones',
  'slot-strikes',
  'slot-cells',
  'slot-measure',
] as const;
export type Slot = (typeof slots)[number];

/** The base map with the names of states and places. */
export function liveMapStyle(tone: MapTone, origin: string): StyleSpecification {
  const base = mapStyle(tone, origin);
  const { text, muted, halo } = paints[tone];
  const place = (id: string) => ({ id, type: 'background', layout: { visibility: 'none' } });
  const name = (size: number | unknown[], color: string) => ({
    layout: {
      'text-field': ['get', 'name'],
      'text-font': labelFont,
      'text-size': size,
      'text-max-width': 8,
      'text-padding': 6,
    },
    paint: { 'text-color': color, 'text-halo-color': halo, 'text-halo-width': 1.2 },
  });
  return {
    ...base,
    sources: {
      ...base.sources,
      labels: { type: 'geojson', data: `${origin}/base-map/labels.json`, attribution: 'GeoNames' },
    },
    layers: [
      ...base.layers.flatMap((layer) => {
        if (layer.id === 'counties') return [place(lowSlots.radar), layer];
        return layer.id === 'states' ? [place(lowSlots.areas), layer] : [layer];
      }),
      {
        id: 'state-names',
        type: 'symbol',
        source: 'labels',
        minzoom: 3.5,
        maxzoom: 7,
        filter: ['has', 'state'],
        ...name(12, muted),
      },
      {
        id: 'place-names',
        type: 'symbol',
        source: 'labels',
        filter: ['<=', ['coalesce', ['get', 'zoom'], 99], ['zoom']],
        ...name(['interpolate', ['linear'], ['zoom'], 4, 10.5, 10, 13], text),
      },
      ...slots.map(place),
    ] as StyleSpecification['layers'],
  };
}
