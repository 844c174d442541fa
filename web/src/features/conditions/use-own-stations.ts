import type { WeatherStation } from '@allclear/contract';
import { useMemo } from 'react';
import { useKnownList } from '../../api/known.ts';
import { listWeatherStations } from '../../api/routes.ts';

const none: readonly WeatherStation[] = [];

/** The organisation's own weather stations at one of its places, with what is wrong with them; none while they are not known. */
export function useOwnStations(organizationLocationId: string | null, speed: number): readonly WeatherStation[] {
  const known = useKnownList({
    queryKey: ['stations'],
    load: (api, signal) => api.call(listWeatherStations, { signal }),
    polled: 'stationStatus',
    speed,
    enabled: organizationLocationId !== null,
  });
  const stations = organizationLocationId === null ? null : known?.value;
  return useMemo(
    () => stations?.filter((station) => station.organizationLocationId === organizationLocationId) ?? none,
    [stations, organizationLocationId],
  );
}
