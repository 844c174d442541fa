import type { ConditionSnapshot, SnapshotRule, SnapshotSchedule } from '@allclear/contract';
import { useQuery } from '@tanstack/react-query';
import { stationKeys } from '../../../api/query-keys/stations.ts';
import { useQueryStateList } from '../../../api/query-state.ts';
import { routes } from '../../../api/routes.ts';
import { useChange } from '../../../api/use-route.ts';
import { useApi } from '../../../services.ts';
import type { SnapshotRange } from './snapshot-range.ts';

/** The snapshots of a station in a range of its local days, newest first. */
export function useSnapshots(stationId: string, range: SnapshotRange, speed: number, enabled: boolean) {
  return useQueryStateList<ConditionSnapshot>({
    queryKey: stationKeys.snapshots.of(stationId, range.startDate, range.endDate),
    load: (api, signal) =>
      api.call(routes.listConditionSnapshots, {
        ...{ params: { weatherStationId: stationId }, query: { ...range }, signal },
      }),
    polled: 'observation',
    speed,
    enabled,
  });
}

export function useAddSnapshot(stationId: string, onAdded: (message: string) => void) {
  return useChange(
    (api, note: string) =>
      api.call(routes.addConditionSnapshot, {
        ...{ params: { weatherStationId: stationId }, body: { note }, once: true },
      }),
    stationKeys.snapshots.of(stationId),
    ({ message }) => onAdded(message),
  );
}

/** When snapshots of a station are taken by themselves. */
export function useSchedules(stationId: string) {
  const api = useApi();
  return useQuery<SnapshotSchedule[]>({
    queryKey: stationKeys.snapshotSchedules.of(stationId),
    queryFn: ({ signal }) =>
      api.call(routes.listSnapshotSchedules, { params: { weatherStationId: stationId }, signal }),
    refetchOnMount: 'always',
  });
}

/** Adds a rule, or replaces that of a schedule. */
export function useSaveSchedule(stationId: string, onSaved: (message: string) => void) {
  return useChange(
    (api, { rule, before }: { rule: SnapshotRule; before: SnapshotSchedule | null }) =>
      before === null
        ? api.call(routes.addSnapshotSchedule, { body: { weatherStationId: stationId, rule }, once: true })
        : api.call(routes.changeSnapshotSchedule, {
            ...{ params: { id: before.id }, body: { rule, revision: before.revision } },
          }),
    stationKeys.snapshotSchedules.of(stationId),
    ({ message }) => onSaved(message),
  );
}

export function useRemoveSchedule(stationId: string, onRemoved: (message: string) => void) {
  return useChange(
    (api, id: string) => api.call(routes.deleteSnapshotSchedule, { params: { id } }),
    stationKeys.snapshotSchedules.of(stationId),
    ({ message }) => onRemoved(message),
  );
}
