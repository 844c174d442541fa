import type { Location, Status } from '@allclear/contract';
import type { PlaceAnswerKind } from '@allclear/domain';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { lightningKeys } from '../../api/query-keys/lightning.ts';
import { useCheckAtZero } from '../../clock/use-check-at-zero.ts';
import { useSecondsNow } from '../../clock/use-now.ts';
import { useDelays } from '../../features/lightning/use-delays.ts';
import { useAllViolations } from '../../features/warnings/use-warnings.ts';
import { judgePlace, judgePlaces } from '../place-answers/judge-places.ts';
import type { ListedPlace } from './place-list.ts';
import { type PlaceView, placeView } from './place-view.ts';
import { useConditionsOfPlaces } from './use-place-data.ts';

export interface JudgedLocation extends ListedPlace {
  readonly location: Location;
}

/**
 * Every location with its answer, renewed each second, and what is said of one at an instant. The server is asked
 * again when a countdown is at zero.
 */
export function useJudgedPlaces(locations: readonly Location[], status: Status) {
  const nowMs = useSecondsNow();
  const ids = useMemo(() => locations.map(({ id }) => id), [locations]);
  const delays = useDelays(ids, status.speed);
  const violations = useAllViolations(status.speed);
  const conditions = useConditionsOfPlaces(status.speed);

  const { standings, views } = useMemo(
    () => judgePlaces(ids, delays, violations, nowMs, status),
    [ids, delays, violations, nowMs, status],
  );
  const refreshDelays = useRefresh(lightningKeys.delays.all);
  const atZero = useMemo(
    () => [...views.values()].some((view) => view.kind === 'delay' && view.atZero),
    [views],
  );
  useCheckAtZero(atZero, refreshDelays);

  const kindOf = useCallback(
    (id: string): PlaceAnswerKind => standings.get(id)?.answer ?? 'checking',
    [standings],
  );
  const all = useMemo(
    () =>
      locations.map(
        (location): JudgedLocation => ({
          id: location.id,
          label: location.label,
          kind: kindOf(location.id),
          location,
        }),
      ),
    [locations, kindOf],
  );
  const viewOf = useCallback(
    ({ id, timeZone }: Location, atMs: number | null): PlaceView =>
      placeView({
        id,
        timeZone,
        judged: judgePlace(id, delays.get(id) ?? {}, violations, atMs, status),
        conditions,
        nowMs: atMs,
        speed: status.speed,
      }),
    [delays, violations, status, conditions],
  );
  return { ids, nowMs, all, standings, views, violations, kindOf, viewOf };
}

/** Renews all queries below a key; a pending request continues. */
function useRefresh(queryKey: QueryKey): () => void {
  const client = useQueryClient();
  return useCallback(
    () => void client.invalidateQueries({ queryKey }, { cancelRefetch: false }),
    [client, queryKey],
  );
}
