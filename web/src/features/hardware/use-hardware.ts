import type { Hardware } from '@allclear/contract';
import { useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../api/client.ts';
import { pollEveryMs } from '../../api/polling.ts';
import { hardwareKeys } from '../../api/query-keys/hardware.ts';
import { locationKeys } from '../../api/query-keys/locations.ts';
import { policyKeys } from '../../api/query-keys/policies.ts';
import { routes } from '../../api/routes.ts';
import { useChange, useRouteQuery } from '../../api/use-route.ts';
import { clock } from '../../clock/clock.ts';
import { useApi } from '../../services.ts';

const hardware = hardwareKeys.hardware;

/** The units of the organization: polled, and renewed when the server announces a change. */
export const useHardware = (enabled = true) =>
  useRouteQuery(routes.listHardware, hardware.all, {
    staleTime: 60_000,
    refetchInterval: () => pollEveryMs('hardware', clock.speed()),
    enabled,
  });

/** A unit with its remote relays. */
export function useHardwareUnit(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: hardware.of('unit', id),
    queryFn: ({ signal }) => api.call(routes.getHardware, { params: { id }, signal }),
    refetchOnMount: 'always',
  });
}

/** The settings of an outdoor warning system. */
export function useSirenSettings(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: hardware.of('settings', id),
    queryFn: ({ signal }) => api.call(routes.getSirenSettings, { params: { id }, signal }),
    refetchOnMount: 'always',
  });
}

/** The last commands to a unit, newest first. */
export function useHardwareCommands(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: hardware.of('commands', id),
    queryFn: ({ signal }) => api.call(routes.listHardwareCommands, { params: { id }, signal }),
    refetchOnMount: 'always',
  });
}

/** The scheduled tests of all units. */
export const useSirenSchedules = () =>
  useRouteQuery(routes.listSirenSchedules, hardware.of('schedules'), { refetchOnMount: 'always' });

/** The units that can speak. */
export const usePaUnits = () =>
  useRouteQuery(routes.listPaUnits, hardware.of('pa'), { refetchOnMount: 'always' });

export const useHardwarePlaces = () =>
  useRouteQuery(routes.listOrganizationLocations, locationKeys.organizationLocations.all, {
    staleTime: 60_000,
  });

export const useHardwarePolicies = () =>
  useRouteQuery(routes.listPolicies, policyKeys.policies.all, { staleTime: 60_000 });

/** A change after which everything that is shown of the hardware is requested again. */
export function useHardwareChange<Input, Answer>(
  call: (api: ApiClient, input: Input) => Promise<Answer>,
  onSuccess?: (answer: Answer, input: Input) => void,
) {
  return useChange(call, hardware.all, onSuccess);
}

/** The units that signal something at a place, or anywhere: what withdraws it lets their light go dark. */
export function signallingUnits(units: readonly Hardware[], organizationLocationId?: string): Hardware[] {
  return units.filter(
    (unit) =>
      unit.signal !== 'none' &&
      (organizationLocationId === undefined || unit.organizationLocationId === organizationLocationId),
  );
}
