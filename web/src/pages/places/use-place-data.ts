import type { DataOf, listLocationObservations } from '@allclear/contract';
import { useMemo } from 'react';
import { conditionKeys } from '../../api/query-keys/conditions.ts';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { type QueryState, useQueryStateList } from '../../api/query-state.ts';
import { routes } from '../../api/routes.ts';
import { useRouteQuery } from '../../api/use-route.ts';

export type PlaceConditions = DataOf<typeof listLocationObservations>[number];

/** The conditions at all places: whether they are current, and those of each. */
export interface ConditionsOfPlaces {
  readonly state: QueryState<readonly PlaceConditions[]> | undefined;
  readonly byId: ReadonlyMap<string, PlaceConditions>;
}

/** The conditions at all locations of the user, in one call. */
export function useConditionsOfPlaces(speed: number): ConditionsOfPlaces {
  const state = useQueryStateList<PlaceConditions>({
    queryKey: conditionKeys.ofLocations.all,
    load: (api, signal) => api.call(routes.listLocationObservations, { signal }),
    polled: 'observation',
    speed,
  });
  const value = state?.value;
  const byId = useMemo(() => new Map((value ?? []).map((one) => [one.locationId, one])), [value]);
  return { state, byId };
}

/** The groups of the organization, for users who may see them; undefined for others and until they are loaded. */
export function usePlaceGroups(permissions: readonly string[]) {
  return useRouteQuery(routes.listGroups, peopleKeys.groups.all, {
    enabled: permissions.includes('sites:read'),
    staleTime: 60_000,
  }).data;
}
