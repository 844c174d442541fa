import { useQuery } from '@tanstack/react-query';
import { clock } from '../clock/clock.ts';
import { useApi } from '../services.ts';
import type { ApiClient } from './client.ts';
import { ApiFailure, sentenceOf } from './failure.ts';
import { type PolledKind, pollEveryMs, trustedForMs } from './polling.ts';
import type { QueryKey } from './query-keys/index.ts';

/**
 * What is known about a value. The last answer is stored beside a failure, because the cache drops it when it
 * requests again.
 */
export interface QueryState<T> {
  /** Null: never answered, or gone. An empty list is an answer. */
  readonly value: T | null;
  /** Product time of the last answer; null when there was none. */
  readonly asOfMs: number | null;
  readonly failed: boolean;
  /** The server itself has no current data: its feed has not been read for too long. */
  readonly unobserved: boolean;
  /** The server has none: no station and no forecast covers this place. */
  readonly none: boolean;
}

/** How far a value can be trusted. `failing`: the last call failed, but the stored value is recent enough. */
export type Trust = 'asking' | 'current' | 'failing' | 'unknown';

/** With fast weather a poll takes long in weather time; one poll and half of the next are always allowed. */
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

/** Real time between two attempts while calls fail. */
const failedAgainMs = 15_000;
/** An answer this young, real ms, serves a card that appears later. Events make it stale at once. */
const freshMs = 3_000;

/**
 * Real milliseconds until the next poll. A failed or partial answer is requested again soon, even if it
 * rarely changes: a new place's first forecast is seconds away.
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

/** The state after a failed call: the last known value, unless the thing itself is gone. */
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
  /** Its line in the polling table. */
  polled: PolledKind;
  speed: number;
  /** Whether an answer lacks a part that is expected soon: then it is requested again soon. */
  isPartial?: (value: T) => boolean;
  /** False: nothing is requested. */
  enabled?: boolean;
}

/**
 * Requests a value by the polling table, and at once after an event. Undefined until the first answer or
 * refusal.
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
    refetchOnMount: true,
    retry: false,
    staleTime: ({ state: { data } }) => (data?.failed ? 0 : freshMs),
  });
  // Any other error is a defect of the app: it must not pass for an empty answer.
  if (!query.data && query.isError)
    return { value: null, asOfMs: null, failed: true, unobserved: false, none: false };
  return query.data;
}

/** The same for a list: an answer that is not a list is refused, never treated as an empty one. */
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
