import type { WeatherStation } from '@allclear/contract';
import { useMemo } from 'react';
import { useStations } from '../../api/station-images.ts';

const none: readonly WeatherStation[] = [];

/**
 * The organization's own weather stations at one of its places, with their faults; none while they are
 * unknown.
 */
export function useOwnStations(
  organizationLocationId: string | null,
  speed: number,
): readonly WeatherStation[] {
  const stations = useStations(speed)?.value;
  return useMemo(
    () =>
      organizationLocationId === null
        ? none
        : (stations?.filter((station) => station.organizationLocationId === organizationLocationId) ?? none),
    [stations, organizationLocationId],
  );
}
