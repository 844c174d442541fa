import type { MapSettings, RadarType, Route } from '@allclear/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type PolledKind, pollEveryMs } from '../../api/polling.ts';
import { alertKeys } from '../../api/query-keys/alerts.ts';
import type { QueryKey } from '../../api/query-keys/index.ts';
import { mapKeys } from '../../api/query-keys/map.ts';
import type { QueryKind } from '../../api/query-keys/query-kind.ts';
import { routes, type WireRoute } from '../../api/routes.ts';
import { clock } from '../../clock/clock.ts';
import { useApi } from '../../services.ts';
import { type HeldStrikes, mergeStrikes } from './strikes/strike-points.ts';
import type { StrikeAnswer } from './strikes/strikes.ts';
import { expanded, type MapView } from './view.ts';

/** From this zoom on strikes are single (spec 1 section 9). */
export const nonClusterLevel = 8;

const every = (kind: PolledKind) => () => pollEveryMs(kind, clock.speed());

/** The lightning of the view: clusters at low zoom, single strikes at high zoom. */
export type ShownStrikes = ShownClusters | ShownPoints;
export interface ShownClusters {
  readonly kind: 'clusters';
  readonly strikes: StrikeAnswer;
  readonly answeredAtMs: number;
}
export interface ShownPoints {
  readonly kind: 'points';
  readonly strikes: HeldStrikes;
}

/** Previous views are dropped soon: each may hold tens of thousands of strikes. */
const forgetStrikesMs = 5_000;

/** Strikes in the view. Single ones are requested completely once per view, and then incrementally. */
export function useStrikes(view: MapView | null, enabled: boolean) {
  const api = useApi();
  const box = view && expanded(view);
  const zoom = view ? Math.floor(view.zoom) : 0;
  return useQuery({
    queryKey: mapKeys.strikes.of(box, zoom),
    queryFn: async ({ signal, client, queryKey }): Promise<ShownStrikes> => {
      if (!box) throw new Error('Strikes are asked for without a view');
      if (zoom < nonClusterLevel) {
        const strikes = await api.call(routes.clusterStrikes, {
          query: { ...box, zoom, nonClusterLevel },
          signal,
        });
        return { kind: 'clusters', strikes, answeredAtMs: clock.now() ?? 0 };
      }
      const before = client.getQueryData<ShownPoints>(queryKey)?.strikes;
      const answer = await api.call(routes.listStrikePoints, {
        query: { ...box, ...(before ? { since: before.cursor } : {}) },
        signal,
      });
      return { kind: 'points', strikes: mergeStrikes(before, answer, clock.now() ?? 0) };
    },
    enabled: enabled && box !== null,
    placeholderData: keepPreviousData,
    // A structural comparison with the previous data takes longer than drawing them.
    structuralSharing: false,
    gcTime: forgetStrikesMs,
    refetchInterval: every('strikes'),
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
    staleTime: 1_000,
    retry: false,
  });
}

/** The frames of a radar type. */
export function useRadarList(type: RadarType, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: mapKeys.radar.of(type),
    queryFn: ({ signal }) => api.call(routes.getRadar, { params: { type }, signal }),
    enabled,
    refetchInterval: every('radarFrames'),
    retry: false,
  });
}

function useLayer<R extends Route>(
  kind: QueryKind<QueryKey[0]>,
  route: WireRoute<R>,
  polled: PolledKind,
  enabled: boolean,
) {
  const api = useApi();
  return useQuery({
    queryKey: kind.all,
    queryFn: ({ signal }) => api.call<R>(route, { signal }),
    enabled,
    refetchInterval: every(polled),
    retry: false,
  });
}

export const useMapAlerts = (enabled: boolean) =>
  useLayer(alertKeys.mapAlerts, routes.listMapAlerts, 'warnings', enabled);
export const useTropical = (enabled: boolean) =>
  useLayer(mapKeys.tropical, routes.tropicalForecast, 'mapLayers', enabled);
export const useFronts = (enabled: boolean) =>
  useLayer(mapKeys.surfaceAnalysis, routes.surfaceAnalysis, 'mapLayers', enabled);

/** The user's saved map settings; requested once. */
export function useMapSettings() {
  const api = useApi();
  return useQuery({
    queryKey: mapKeys.settings.all,
    queryFn: ({ signal }) => api.call(routes.getMapSettings, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Saves the settings; a failure is not shown, because the screen keeps them. */
export function useSaveMapSettings() {
  const api = useApi();
  const client = useQueryClient();
  return (settings: MapSettings) => {
    client.setQueryData(mapKeys.settings.all, settings);
    api.call(routes.saveMapSettings, { body: { ...settings } }).catch(() => undefined);
  };
}
