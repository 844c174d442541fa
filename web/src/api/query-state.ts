import { useQuery } from '@tanstack/react-query';
import { clock } from '../clock/clock.ts';
import { useApi } from '../services.ts';
import type { ApiClient } from './client.ts';
import { ApiFailure, sentenceOf } from './failure.ts';
import { type PolledKind, pollEveryMs, trustedForMs } from './polling.ts';
import type { QueryKey } from './query-keys/index.ts';

/**
 * What is known of something. A failure is kept beside what was known, because the cache forgets it as soon
 * as it asks again.
 */
export interface QueryState<T> {
  /** Null: it was never answered, or is gone. An empty list was answered. */
  readonly value: T | null;
  /** Product time of the last answer; null when there was none. */
  readonly asOfMs: number | null;
  readonly failed: boolean;
  /** The server itself says that it does not know: its feed has not been read for too long. */
  readonly unobserved: boolean;
  /** The server says that there is none: no station, no forecast that reaches this place. */
  readonly none: boolean;
}

/** How far it may be trusted. `failing`: the last call failed, but what is held is young enough. */
export type Trust = 'asking' | 'current' | 'failing' | 'unknown';

/** Where weather runs fast a poll takes long in weather; one poll and half of the next are always allowed. */
const pollsAllowed = 1.5;

export function trustOf(
  state: QueryState<unknown> | undefined,
  nowMs: number | null,
  speed: number,
  kind: PolledKind = 'warnings',
): Trust {
  if (!state) return 'asking';
  if (state.unobserved || state.value === null || state.asOfMs === null || nowMs === null) return 'unknown';
  if (nowMs - state.asOfMs > Math.max(trustedForMs(kind), pollsAllowed * pollEveryMs(kind, speed) * speed))
    return 'unknown';
  return state.failed ? 'failing' : 'current';
}

/** Real time between two tries while calls fail. */
const failedAgainMs = 15_000;

/**
 * Real milliseconds until the next poll. What failed or came in part is asked for again soon, however rarely
 * it changes: a new place's first forecast is seconds away.
 */
export function nextPollMs(
  state: QueryState<unknown> | undefined,
  polled: PolledKind,
  speed: number,
  partial = false,
): number {
  const everyMs = pollEveryMs(polled, speed);
  return (state?.failed && !state.none) || partial ? Math.min(everyMs, failedAgainMs) : everyMs;
}

/** What is known after a call failed: what was known before, unless the thing itself is gone. */
export function afterFailure<T>(before: QueryState<T> | undefined, failure: ApiFailure): QueryState<T> {
  const none = failure.status === 404;
  return {
    value: none ? null : (before?.value ?? null),
    asOfMs: before?.asOfMs ?? null,
    failed: true,
    unobserved: failure.status === 503 && failure.code !== 'unavailable',
    none,
  };
}

interface QueryStateOptions<T> {
  queryKey: QueryKey;
  load: (api: ApiClient, signal: AbortSignal) => Promise<T>;
  /** Which line of the polling table it follows. */
  polled: PolledKind;
  speed: number;
  /** Whether an answer lacks a part that is expected any moment: then it is asked for again soon. */
  isPartial?: (value: T) => boolean;
  /** False: nothing is asked. */
  enabled?: boolean;
}

/**
 * Asks for something by the polling table, and at once when an event says so. Undefined while it has never
 * been answered or refused.
 */
export function useQueryState<T>({
  queryKey,
  load,
  polled,
  speed,
  isPartial,
  enabled = true,
}: QueryStateOptions<T>): QueryState<T> | undefined {
  const api = useApi();
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal, client }): Promise<QueryState<T>> => {
      try {
        const value = await load(api, signal);
        if (typeof value !== 'object' || value === null)
          throw new ApiFailure({ status: 200, code: 'malformed', message: sentenceOf('malformed') });
        return { value, asOfMs: clock.now(), failed: false, unobserved: false, none: false };
      } catch (thrown) {
        if (!(thrown instanceof ApiFailure)) throw thrown;
        return afterFailure(client.getQueryData<QueryState<T>>(queryKey), thrown);
      }
    },
    enabled,
    refetchInterval: ({ state: { data } }) =>
      nextPollMs(data, polled, speed, data?.value != null && isPartial?.(data.value)),
    refetchOnMount: 'always',
    retry: false,
    staleTime: 0,
  });
  // What threw nevertheless is a fault of ours: it is not taken for an empty answer.
  if (!query.data && query.isError)
    return { value: null, asOfMs: null, failed: true, unobserved: false, none: false };
  return query.data;
}

/** The same for a list: an answer that is no list is refused, never taken for an empty one. */
export function useQueryStateList<T>(
  options: QueryStateOptions<readonly T[]>,
): QueryState<readonly T[]> | undefined {
  return useQueryState<readonly T[]>({
    ...options,
    load: async (api, signal) => {
      const items = await options.load(api, signal);
      if (!Array.isArray(items))
        throw new ApiFailure({ status: 200, code: 'malformed', message: sentenceOf('malformed') });
      return items;
    },
  });
}
