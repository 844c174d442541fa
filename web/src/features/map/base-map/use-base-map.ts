import type { BaseMapStyle } from '@allclear/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import { mapKeys } from '../../../api/query-keys/map.ts';
import { routes } from '../../../api/routes.ts';
import { useApi } from '../../../services.ts';
import type { MapTone } from '../../../ui/map-style.ts';
import type { BaseMap } from '../settings/map-settings.ts';
import { type BaseMapEvent, baseMapNote, hasSources, newBaseMap, nextBaseMap } from './base-map-state.ts';

/** The interval between attempts, real ms. */
const againMs = 60_000;
/**
 * A map without any drawn part after this time has failed, real ms: the server's timeout for its provider is
 * ten seconds.
 */
const timeoutMs = 20_000;
/** The server renews a style twice a day. */
const styleMs = 12 * 3_600_000;

export const ownBaseNames: Partial<Record<BaseMap, string>> = { light: 'Light', dark: 'Dark' };
const otherBaseNames: Partial<Record<BaseMap, string>> = { satellite: 'Satellite', street: 'Street' };
/** The tone of everything drawn over a base map, and of the plain map that replaces it. */
const toneOf: Record<BaseMap, MapTone> = { light: 'light', dark: 'dark', satellite: 'dark', street: 'light' };

export interface ShownBaseMap {
  /** The user's choice, or light where this installation does not have that map. */
  readonly base: BaseMap;
  readonly tone: MapTone;
  /** The available choices. */
  readonly names: Partial<Record<BaseMap, string>>;
  /** The external map to draw; null for the plain one of the tone. */
  readonly style: BaseMapStyle | null;
  /** The note about the map. */
  readonly note: string | null;
  readonly dispatch: (event: BaseMapEvent) => void;
}

/** The base map that the user chose, as far as this installation has it and it is available. */
export function useBaseMap(wanted: BaseMap): ShownBaseMap {
  const api = useApi();
  const onError = ({ state }: { state: { status: string } }) => (state.status === 'error' ? againMs : false);
  const list = useQuery({
    queryKey: mapKeys.baseMaps.all,
    queryFn: ({ signal }) => api.call(routes.listBaseMaps, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: onError,
  });
  const listed = list.data?.maps.map(({ name }) => name) ?? [];
  const other = otherBaseNames[wanted];
  const isMissing = other !== undefined && list.data !== undefined && !listed.some((name) => name === wanted);
  const base = isMissing ? 'light' : wanted;
  const isOther = other !== undefined && !isMissing;

  const style = useQuery({
    queryKey: mapKeys.baseMapStyle.of(wanted),
    queryFn: ({ signal }) => api.call(routes.getBaseMapStyle, { params: { name: wanted }, signal }),
    enabled: isOther && list.data !== undefined,
    staleTime: styleMs,
    retry: false,
    refetchInterval: onError,
  });
  const [state, dispatch] = useReducer(nextBaseMap, newBaseMap);
  // Another map, or another style of it, begins anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what changes that matters
  useEffect(() => dispatch('begun'), [wanted, style.data]);
  useEffect(() => {
    if (!isOther || state.isShown) return;
    const timer = setTimeout(() => dispatch('again'), againMs);
    return () => clearTimeout(timer);
  }, [isOther, state.isShown]);

  const isAwaited =
    isOther && state.isShown && !state.isDrawn && style.data !== undefined && hasSources(style.data);
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setTimeout(() => dispatch('rested'), timeoutMs);
    return () => clearTimeout(timer);
  }, [isAwaited]);

  const names = {
    ...ownBaseNames,
    ...Object.fromEntries(listed.map((name) => [name, otherBaseNames[name]])),
  };
  const requested =
    style.data === undefined && (list.isError || style.isError) ? { isMissing: true, hasGaps: false } : state;
  return {
    base,
    tone: toneOf[base],
    names,
    style: isOther && state.isShown ? (style.data ?? null) : null,
    note: isOther ? baseMapNote(other, requested) : null,
    dispatch,
  };
}
