import { useQuery, useQueryClient } from '@tanstack/react-query';
import { hardwareKeys } from '../../api/query-keys/hardware.ts';
import { routes } from '../../api/routes.ts';
import { useRouteQuery } from '../../api/use-route.ts';
import { useApi } from '../../services.ts';

/** The makes of devices, and what each can do. */
export const useHardwareDrivers = () =>
  useRouteQuery(routes.listHardwareDrivers, hardwareKeys.drivers.all, { staleTime: 300_000 });

/** How a unit is connected, without its password. */
export function useHardwareConnection(id: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: hardwareKeys.connection.of(id),
    queryFn: ({ signal }) => api.call(routes.getHardwareConnection, { params: { id: id ?? '' }, signal }),
    refetchOnMount: 'always',
    enabled: id !== null,
  });
}

const statesEveryMs = 10_000;

/** The states of the relays of a unit, asked of the device every ten seconds while the panel is open. */
export function useRelayStates(ipAddress: string) {
  const api = useApi();
  return useQuery({
    queryKey: hardwareKeys.relayStates.of(ipAddress),
    queryFn: ({ signal }) => api.call(routes.getRelays, { params: { ipAddress }, signal }),
    refetchInterval: statesEveryMs,
    refetchOnMount: 'always',
    enabled: ipAddress !== '',
  });
}

/** After a switch, whether it succeeded or not: the device is asked again. */
export function useRelayChange(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: hardwareKeys.relayStates.all });
}

/** Asks again how a unit is connected: another editor may be why a change was refused. */
export function useRenewedConnection(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: hardwareKeys.connection.all });
}
