import { useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../api/client.ts';
import { ApiFailure, sentenceOf } from '../../api/failure.ts';
import { pollEveryMs } from '../../api/polling.ts';
import { clock } from '../../clock/clock.ts';
import { useApi } from '../../services.ts';

/** What is known of a list. A failure is kept beside what was known, because the cache forgets it as soon as it asks again. */
export interface Known<T> {
  /** Null: it was never answered. An empty list was answered. */
  readonly items: readonly T[] | null;
  /** Product time of the last answer; null when there was none. */
  readonly asOfMs: number | null;
  readonly failed: boolean;
  /** The server itself says that it does not know: its feed has not been read for too long. */
  readonly unobserved: boolean;
}

/** How far a list may be trusted. `failing`: the last call failed, but what is held is young enough. */
export type Trust = 'asking' | 'current' | 'failing' | 'unknown';

/** A list that was not answered for this long (milliseconds of weather) is not known any more: five missed polls. */
const limitMs = 5 * 60_000;
/** Where weather runs fast a poll takes long in weather; ten real seconds are always allowed. */
const limitRealMs = 10_000;

export function trustOf(known: Known<unknown> | undefined, nowMs: number | null, speed: number): Trust {
  if (!known) return 'asking';
  if (known.unobserved || known.items === null || known.asOfMs === null || nowMs === null) return 'unknown';
  if (nowMs - known.asOfMs > Math.max(limitMs, limitRealMs * speed)) return 'unknown';
  return known.failed ? 'failing' : 'current';
}

/** What is known after a call failed: what was known before, unless the thing itself is gone. */
export function afterFailure<T>(before: Known<T> | undefined, failure: ApiFailure): Known<T> {
  const gone = failure.status === 404;
  return {
    items: gone ? null : (before?.items ?? null),
    asOfMs: before?.asOfMs ?? null,
    failed: true,
    unobserved: failure.status === 503 && failure.code !== 'unavailable',
  };
}

/** Asks for a list every 60 s of weather and at once when an event says so. Undefined while it has never been answered or refused. */
export function useKnown<T>(
  queryKey: readonly string[],
  load: (api: ApiClient, signal: AbortSignal) => Promise<readonly T[]>,
  speed: number,
): Known<T> | undefined {
  const api = useApi();
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Known<T>> => {
      try {
        const items = await load(api, signal);
        if (!Array.isArray(items)) throw new ApiFailure({ status: 200, code: 'malformed', message: sentenceOf('malformed') });
        return { items, asOfMs: clock.now(), failed: false, unobserved: false };
      } catch (thrown) {
        if (!(thrown instanceof ApiFailure)) throw thrown;
        return afterFailure(client.getQueryData<Known<T>>(queryKey), thrown);
      }
    },
    refetchInterval: pollEveryMs('warnings', speed),
    refetchOnMount: 'always',
    retry: false,
    staleTime: 0,
  });
  // What threw nevertheless is a fault of ours: it is not taken for an empty list.
  if (!query.data && query.isError) return { items: null, asOfMs: null, failed: true, unobserved: false };
  return query.data;
}
