import type { BaseMapStyle } from '@allclear/contract';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { type BaseMapEvent, hasSources } from './base-map-state.ts';
import { isOfBaseMap } from './provider-style.ts';

/** The interval at which failed tiles are requested again, real ms. */
const againMs = 60_000;

interface SourceEvent {
  readonly sourceId?: string;
  readonly tile?: unknown;
}

/**
 * Reports the state of an external base map while it is drawn. MapLibre requests a tile once; failed tiles
 * are requested again here.
 */
export function useBaseMapEvents(
  map: () => MapLibreMap | undefined,
  other: BaseMapStyle | null,
  dispatch: (event: BaseMapEvent) => void,
) {
  const failed = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const retry = () => {
    timer.current = undefined;
    dispatch('moved');
    for (const id of failed.current) if (map()?.getSource(id)) map()?.refreshTiles(id);
    failed.current.clear();
  };
  return {
    sourceData({ sourceId, tile }: SourceEvent) {
      if (tile && isOfBaseMap(sourceId)) dispatch('drawn');
    },
    idle() {
      if (other && hasSources(other)) dispatch('rested');
    },
    error({ sourceId }: SourceEvent) {
      if (!sourceId || !isOfBaseMap(sourceId)) return;
      failed.current.add(sourceId);
      timer.current ??= setTimeout(retry, againMs);
      dispatch('failed');
    },
  };
}
