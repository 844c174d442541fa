import type { ExpressionSpecification, StyleSpecification } from 'maplibre-gl';

export type MapTone = 'light' | 'dark';

/** A muted base, so that the data over it are the brightest. */
const colors = {
  light: { water: '#d9e3ec', river: '#bcd2e4', land: '#f7f9fb', county: '#dfe6ed', state: '#a9b8c6' },
  dark: { water: '#0a1119', river: '#1d3a55', land: '#172330', county: '#223344', state: '#42586d' },
} as const;

/** A large river is visible at low zoom, without dominating at high zoom. */
const riverWidth: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], 3, 0.6, 6, 1.4, 10, 3];

/**
 * The offline base map: land, lakes, rivers, state and county lines from our own files. It has no glyphs,
 * sprites or tiles, so that it works without any other network.
 */
export function mapStyle(tone: MapTone, origin: string): StyleSpecification {
  const { water, river, land, county, state } = colors[tone];
  return {
    version: 8,
    sources: {
      land: {
        type: 'geojson',
        data: `${origin}/base-map/land.json`,
        attribution: 'U.S. Census Bureau, Natural Earth',
      },
      'inland-water': { type: 'geojson', data: `${origin}/base-map/inland-water.json` },
      counties: { type: 'geojson', data: `${origin}/base-map/counties.json` },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': water } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': land } },
      {
        id: 'lakes',
        type: 'fill',
        source: 'inland-water',
        filter: ['==', ['get', 'kind'], 'lakes'],
        paint: { 'fill-color': water },
      },
      {
        id: 'rivers',
        type: 'line',
        source: 'inland-water',
        filter: ['==', ['get', 'kind'], 'rivers'],
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: { 'line-color': river, 'line-width': riverWidth },
      },
      {
        id: 'counties',
        type: 'line',
        source: 'counties',
        minzoom: 5,
        paint: { 'line-color': county, 'line-width': 1 },
      },
      { id: 'states', type: 'line', source: 'land', paint: { 'line-color': state, 'line-width': 1 } },
    ],
  };
}
