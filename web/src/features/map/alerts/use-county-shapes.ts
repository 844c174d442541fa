import { useQuery } from '@tanstack/react-query';
import type { Geometry } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { alertKeys } from '../../../api/query-keys/alerts.ts';

/** County shapes by FIPS code, from our own files; requested only for an alert that needs them. */
export function useCountyShapes(needed: boolean) {
  return useQuery({
    queryKey: alertKeys.countyShapes.all,
    queryFn: async ({ signal }) => {
      const response = await fetch('/base-map/county-areas.json', { signal });
      if (!response.ok) throw new Error(`The county shapes answered ${response.status}`);
      const map = (await response.json()) as Topology;
      const { features } = feature(map, map.objects.counties as GeometryCollection);
      return new Map<string, Geometry>(
        features.map(({ id, geometry }) => [String(id).padStart(5, '0'), geometry]),
      );
    },
    enabled: needed,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: 1,
  });
}
