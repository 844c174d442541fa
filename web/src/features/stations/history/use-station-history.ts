import type { ConditionsHistoryPoint } from '@allclear/contract';
import type { ApiClient } from '../../../api/client.ts';
import { conditionKeys } from '../../../api/query-keys/conditions.ts';
import { useQueryStateList } from '../../../api/query-state.ts';
import { routes } from '../../../api/routes.ts';
import type { CustomDays, HistoryRange } from './history-window.ts';

interface Wanted {
  readonly stationId: string;
  readonly range: HistoryRange;
  /** The days of a custom range; null while it does not apply, and nothing is requested. */
  readonly custom: CustomDays | null;
  /** Nobody is signed in. */
  readonly isPublic: boolean;
}

const publicRanges = { day: 'Day', week: 'Week', month: 'Month', custom: 'Custom' } as const;

function load(
  api: ApiClient,
  { stationId, range, custom, isPublic }: Wanted,
  signal: AbortSignal,
): Promise<readonly ConditionsHistoryPoint[]> {
  const input = { params: { id: stationId }, signal };
  const days = { startDate: custom?.start ?? '', endDate: custom?.end ?? '' };
  if (isPublic) {
    const query = { range: publicRanges[range], ...(range === 'custom' ? days : {}) };
    return api.call(routes.listPublicConditions, { ...input, query, browserCache: true });
  }
  switch (range) {
    case 'day':
      return api.call(routes.listConditionsOfDay, input);
    case 'week':
      return api.call(routes.listConditionsOfWeek, input);
    case 'month':
      return api.call(routes.listConditionsOfMonth, input);
    case 'custom':
      return api.call(routes.listConditionsBetween, { ...input, query: days });
  }
}

/** The measurements of a weather station in a range; undefined until they are known. */
export function useStationHistory(wanted: Wanted, speed: number, enabled = true) {
  const { stationId, range, custom } = wanted;
  const isAsked = enabled && (range !== 'custom' || custom !== null);
  const history = useQueryStateList({
    queryKey: conditionKeys.history.of(stationId, range, ...(range === 'custom' ? [custom] : [])),
    load: (api, signal) => load(api, wanted, signal),
    polled: 'conditionHistory',
    speed,
    enabled: isAsked,
  });
  return isAsked ? history : undefined;
}
