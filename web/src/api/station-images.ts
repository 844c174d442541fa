import type { WeatherStation } from '@allclear/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../services.ts';
import { ApiFailure, sentenceOf } from './failure.ts';
import { stationKeys } from './query-keys/stations.ts';
import { type QueryState, useQueryState, useQueryStateList } from './query-state.ts';
import { routes } from './routes.ts';

/** A picture lets the place be seen as it is now only while it is younger than this, ms of weather. */
const currentForMs = 3_600_000;
/** Where weather runs fast, an hour of it may pass between two polls. */
const limitRealMs = 90_000;
/** A picture that could not be had is asked for again, real ms. */
const againMs = 60_000;
/** Pictures that nobody shows any more are let go, real ms. */
const unusedImageMs = 60_000;

/** The organisation's own weather stations, with the time of each one's picture. */
export function useStations(speed: number): QueryState<readonly WeatherStation[]> | undefined {
  return useQueryStateList<WeatherStation>({
    queryKey: stationKeys.stations.all,
    load: (api, signal) => api.call(routes.listWeatherStations, { signal }),
    polled: 'stationImage',
    speed,
  });
}

/**
 * The station whose picture stands for a place: one that has a picture, the newest one, goes before any
 * other. Null when the place has no station.
 */
export function stationOfPlace(
  stations: readonly WeatherStation[],
  organizationLocationId: string | null,
): WeatherStation | null {
  if (organizationLocationId === null) return null;
  return stations
    .filter((station) => station.organizationLocationId === organizationLocationId)
    .reduce<WeatherStation | null>(
      (best, station) => (best && takenMs(best) >= takenMs(station) ? best : station),
      null,
    );
}

function takenMs({ imageLastModified }: WeatherStation): number {
  return imageLastModified === null ? Number.NEGATIVE_INFINITY : Date.parse(imageLastModified);
}

/**
 * When the picture of one station was taken, asked for by itself: the later of its own answer and what the
 * list of stations said. Null when it has none.
 */
export function useImageTime(station: WeatherStation | null, speed: number): string | null {
  const id = station?.id ?? '';
  const state = useQueryState({
    queryKey: stationKeys.imageTime.of(id),
    load: (api, signal) => api.call(routes.getStationImageLastModified, { params: { id }, signal }),
    polled: 'stationImage',
    speed,
    enabled: station !== null,
  });
  const [listed, answered] = [station?.imageLastModified ?? null, state?.value?.lastModified ?? null];
  if (listed === null || answered === null) return listed ?? answered;
  return Date.parse(answered) > Date.parse(listed) ? answered : listed;
}

export type StationImage =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'picture'; readonly blob: Blob; readonly takenAt: string };

/**
 * A station's picture as it was taken at an instant (ISO), fetched once for all who show it. While a newer
 * one is on its way the last one stays. With `wanted` false nothing is asked for.
 */
export function useStationImage(
  stationId: string | null,
  takenAt: string | null,
  wanted = true,
): StationImage {
  const api = useApi();
  const query = useQuery({
    queryKey: stationKeys.image.of(stationId, takenAt),
    queryFn: async ({ signal }): Promise<{ blob: Blob; takenAt: string }> => {
      if (stationId === null || takenAt === null) throw new Error('There is no image to ask for');
      const blob = await api.file(routes.getStationImage, { params: { id: stationId }, signal });
      if (!/^image\/(jpeg|png)$/.test(blob.type))
        throw new ApiFailure({ status: 200, code: 'malformed', message: sentenceOf('malformed') });
      return { blob, takenAt };
    },
    enabled: wanted && stationId !== null && takenAt !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: unusedImageMs,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? againMs : false),
    placeholderData: (before, query) => (query?.queryKey[1] === stationId ? before : undefined),
  });
  if (stationId === null || takenAt === null) return { kind: 'none' };
  if (query.data) return { kind: 'picture', ...query.data };
  return { kind: query.isError ? 'failed' : 'asking' };
}

/**
 * Whether a picture is too old to show its place as it is. `takenAt` is ISO; `nowMs` null (the time is not
 * known) makes every picture old.
 */
export function isOldImage(takenAt: string, nowMs: number | null, speed: number): boolean {
  return nowMs === null || !(nowMs - Date.parse(takenAt) <= Math.max(currentForMs, limitRealMs * speed));
}
