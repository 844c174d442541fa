import type { WeatherStation } from '@allclear/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../services.ts';
import { ApiFailure, sentenceOf } from './failure.ts';
import { stationKeys } from './query-keys/stations.ts';
import { type QueryState, useQueryState, useQueryStateList } from './query-state.ts';
import { routes } from './routes.ts';

/** An image counts as current for this long, ms of weather. */
const currentForMs = 3_600_000;
/** With fast weather, an hour of it may pass between two polls. */
const limitRealMs = 90_000;
/** A failed image is requested again after this time, real ms. */
const againMs = 60_000;
/** Images that are no longer shown are released after this time, real ms. */
const unusedImageMs = 60_000;

/** The organization's own weather stations, with the time of each one's image. */
export function useStations(speed: number): QueryState<readonly WeatherStation[]> | undefined {
  return useQueryStateList<WeatherStation>({
    queryKey: stationKeys.stations.all,
    load: (api, signal) => api.call(routes.listWeatherStations, { signal }),
    polled: 'stationImage',
    speed,
  });
}

/**
 * The station whose image represents a place: stations with an image come first, then the newest one. Null
 * when the place has no station.
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
 * When the image of one station was taken, requested separately: the later of its own answer and of the
 * station list. Null when it has none.
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
 * A station's image taken at an instant (ISO), fetched once for all cards that show it. The previous image
 * stays while a newer one loads. With `wanted` false nothing is requested. `isPublic`: nobody is signed in.
 */
export function useStationImage(
  stationId: string | null,
  takenAt: string | null,
  wanted = true,
  isPublic = false,
): StationImage {
  const api = useApi();
  const query = useQuery({
    queryKey: stationKeys.image.of(stationId, takenAt),
    queryFn: async ({ signal }): Promise<{ blob: Blob; takenAt: string }> => {
      if (stationId === null || takenAt === null) throw new Error('There is no image to ask for');
      const input = { params: { id: stationId }, signal };
      const blob = isPublic
        ? await api.file(routes.getPublicStationImage, input)
        : await api.file(routes.getStationImage, input);
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
 * Whether an image is too old to count as current. `takenAt` is ISO; if `nowMs` is null (time unknown) every
 * image is old.
 */
export function isOldImage(takenAt: string, nowMs: number | null, speed: number): boolean {
  return nowMs === null || !(nowMs - Date.parse(takenAt) <= Math.max(currentForMs, limitRealMs * speed));
}
