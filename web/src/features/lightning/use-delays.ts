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
import { follow } from './countdown.ts';
import { afterFailure, type LightningState } from './lightning-view.ts';

export const delayKey = (id: string) => ['delay', id] as const;

/** The badges of many locations share few connections; the selected location never waits behind them. */
const besides = createLimit(4);

/**
 * Asks for the lightning of a location. A failure is kept as part of what is known instead of thrown: the cache forgets the error of a
 * query as soon as it asks again, and a card must not blink between covered and loading.
 */
async function fetchDelay(api: ApiClient, client: QueryClient, id: string, limitSeconds: number, signal: AbortSignal): Promise<LightningState> {
  const before = () => client.getQueryData<LightningState>(delayKey(id));
  try {
    const answer = delayOf(await api.call(getDelay, { params: { id }, signal }));
    clock.set(answer.now);
    return { followed: follow(before()?.followed, answer, limitSeconds), failure: null };
  } catch (thrown) {
    if (!(thrown instanceof ApiFailure)) throw thrown;
    return afterFailure(before(), thrown);
  }
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
      // What threw nevertheless is a fault of ours: nothing may be shown on the strength of it.
      states.set(ids[i]!, result.error ? { failure: faultOfOurs() } : (result.data ?? {}));
    });
    return states;
  }, [results, ids]);
}

function faultOfOurs(): ApiFailure {
  return new ApiFailure({ status: 0, code: 'malformed', message: 'The answer could not be used.' });
}
