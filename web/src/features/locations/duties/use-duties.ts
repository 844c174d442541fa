import type { PlaceDuties } from '@allclear/contract';
import type { Duty } from '@allclear/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { locationKeys } from '../../../api/query-keys/locations.ts';
import { peopleKeys } from '../../../api/query-keys/people.ts';
import { routes } from '../../../api/routes.ts';
import { useChange, useRouteQuery } from '../../../api/use-route.ts';
import { useApi } from '../../../services.ts';

const askEveryMs = 60_000;

/** Who watches and who decides at an organization location; asked for again every so many real ms, false for once. */
export function useDuties(organizationLocationId: string, refetchInterval: number | false = false) {
  const api = useApi();
  return useQuery({
    queryKey: locationKeys.duties.of(organizationLocationId),
    queryFn: ({ signal }) => api.call(routes.getDuties, { params: { id: organizationLocationId }, signal }),
    refetchInterval,
    staleTime: 0,
    gcTime: 0,
  });
}

/** The places where somebody on duty is not reached, or nobody is on duty. */
export const useDutyFaults = () =>
  useRouteQuery(routes.listDutyFaults, locationKeys.duties.of('faults'), { refetchInterval: askEveryMs });

/** Who watches and who decides now, at every place that has duties, by the id of the place. */
export function useOnDuty(isEnabled: boolean) {
  const { data, isError } = useRouteQuery(routes.listOnDuty, locationKeys.duties.of('now'), {
    ...{ refetchInterval: askEveryMs, enabled: isEnabled },
  });
  // Who decides is not said by what may be old.
  return useMemo(
    () => new Map(isError || !isEnabled ? [] : data?.map((one) => [one.organizationLocationId, one])),
    [data, isError, isEnabled],
  );
}

/** Those who may have a duty. */
export const usePeople = () =>
  useRouteQuery(routes.listUsers, peopleKeys.users.of('accounts'), { staleTime: 60_000 });

export interface DutyFields {
  readonly watcher: Duty;
  readonly decisionMaker: Duty;
}

/** Replaces the duties of a place, unless somebody else changed them since `edited`. */
export const useSaveDuties = ({ organizationLocationId, revision }: PlaceDuties) =>
  useChange(
    (api, { watcher, decisionMaker }: DutyFields) =>
      api.call(routes.saveDuties, {
        params: { id: organizationLocationId },
        body: { watcher: wireDuty(watcher), decisionMaker: wireDuty(decisionMaker), revision },
      }),
    locationKeys.duties.all,
  );

function wireDuty({ userId, standIns }: Duty) {
  return { userId, standIns: standIns.map((one) => ({ ...one, weekdays: [...one.weekdays] })) };
}
