import type { WeatherStation } from '@allclear/contract';
import { useMemo } from 'react';
import { useStations } from '../../api/station-images.ts';

const none: readonly WeatherStation[] = [];

/**
 * The organisation's own weather stations at one of its places, with what is wrong with them; none while they
 * are not known.
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
