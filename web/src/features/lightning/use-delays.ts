import { type QueryClient, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApiClient } from '../../api/client.ts';
import { delayOf } from '../../api/delay-answer.ts';
import { ApiFailure } from '../../api/failure.ts';
import { createLimit } from '../../api/limit.ts';
import { pollEveryMs } from '../../api/polling.ts';
import { getDelay } from '../../api/routes.ts';
import { clock } from '../../clock/clock.ts';
import { useApi } from '../../services.ts';
import { type FollowedDelay, follow } from './countdown.ts';
import type { LightningState } from './lightning-view.ts';

export const delayKey = (id: string) => ['delay', id] as const;

/** The badges of many locations share few connections; the selected location never waits behind them. */
const besides = createLimit(4);

async function fetchDelay(api: ApiClient, client: QueryClient, id: string, limitSeconds: number, signal: AbortSignal): Promise<FollowedDelay> {
  const answer = delayOf(await api.call(getDelay, { params: { id }, signal }));
  clock.set(answer.now);
  return follow(client.getQueryData<FollowedDelay>(delayKey(id)), answer, limitSeconds);
}

/** The lightning of every location, by id: the selected one every 10 s, the others every 30 s, and at once when an event says so. */
export function useDelays(ids: readonly string[], selectedId: string | null, limitSeconds: number, speed: number): Map<string, LightningState> {
  const api = useApi();
  const results = useQueries({
    queries: ids.map((id) => ({
      queryKey: delayKey(id),
      queryFn: ({ signal, client }: { signal: AbortSignal; client: QueryClient }) => {
        const work = () => fetchDelay(api, client, id, limitSeconds, signal);
        return id === selectedId ? work() : besides(work, signal);
      },
      refetchInterval: pollEveryMs(id === selectedId ? 'selectedDelay' : 'delay', speed),
      refetchOnMount: 'always' as const,
      retry: false,
      // The safety of what is shown rests on its age, not on this cache's idea of fresh.
      staleTime: 0,
    })),
  });
  return useMemo(() => {
    const states = new Map<string, LightningState>();
    results.forEach((result, i) => {
      const failure = result.error instanceof ApiFailure ? result.error : result.error ? otherFailure() : null;
      states.set(ids[i]!, { followed: result.data, failure });
    });
    return states;
  }, [results, ids]);
}

function otherFailure(): ApiFailure {
  return new ApiFailure({ status: 0, code: 'malformed', message: 'The answer could not be used.' });
}
