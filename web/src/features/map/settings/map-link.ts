import { type LayerName, layerNames } from './map-settings.ts';

/**
 * The parameters of the page's address:
 * `/live-radar?location=…&layers=radar,lightning&time=2026-06-06T20:00:00Z`. A missing parameter is null.
 */
export interface MapLink {
  readonly locationId: string | null;
  readonly layers: readonly LayerName[] | null;
  /** Epoch ms. */
  readonly timeMs: number | null;
}

export function readLink(search: URLSearchParams): MapLink {
  const names = new Set<string>(layerNames.map(([name]) => name));
  const layers = search.get('layers');
  const timeMs = Date.parse(search.get('time') ?? '');
  return {
    locationId: search.get('location'),
    layers:
      layers === null
        ? null
        : [...new Set(layers.split(','))].filter((name): name is LayerName => names.has(name)),
    timeMs: Number.isNaN(timeMs) ? null : timeMs,
  };
}

/** The query string for the current settings; other parameters are kept. */
export function writeLink(
  before: URLSearchParams,
  { locationId, layers }: Pick<MapLink, 'locationId' | 'layers'>,
): URLSearchParams {
  const search = new URLSearchParams(before);
  if (locationId) search.set('location', locationId);
  else search.delete('location');
  if (layers) search.set('layers', layers.join(','));
  search.delete('time');
  return search;
}
