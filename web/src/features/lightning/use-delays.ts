import type { DataOf, listDelays as listDelaysRoute } from '@allclear/contract';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { delayOf } from '../../api/delay-answer.ts';
import { ApiFailure, failureOf, sentenceOf } from '../../api/failure.ts';
import { pollEveryMs } from '../../api/polling.ts';
import { lightningKeys } from '../../api/query-keys/lightning.ts';
import { routes } from '../../api/routes.ts';
import { clock } from '../../clock/clock.ts';
import { useApi } from '../../services.ts';
import { follow } from './countdown.ts';
import { afterFailure, type LightningState } from './lightning-view.ts';

/**
 * The lightning of all locations. A failure is stored instead of thrown, because a card must not flicker when
 * the cache requests again.
 */
export interface DelayStates {
  readonly states: ReadonlyMap<string, LightningState>;
  /** The whole call failed: applies to locations without an earlier state. */
  readonly failure: ApiFailure | null;
}

type DelayEntry = DataOf<typeof listDelaysRoute>[number];

/** How long an answer may be under way, real ms. */
const roundTripMs = 1_000;

/** What is known after an answer; a location that it leaves out is not known any more. */
export function afterAnswer(before: DelayStates | undefined, answer: unknown, everyMs: number): DelayStates {
  if (!Array.isArray(answer)) return afterRefusal(before, malformed());
  const states = new Map<string, LightningState>();
  for (const entry of answer as Partial<DelayEntry>[]) {
    if (typeof entry?.locationId !== 'string') continue;
    states.set(entry.locationId, stateOf(before?.states.get(entry.locationId), entry, everyMs));
  }
  return { states, failure: null };
}

/** The state after the whole call failed: every location as after its own failure. */
export function afterRefusal(before: DelayStates | undefined, failure: ApiFailure): DelayStates {
  const states = new Map(
    [...(before?.states ?? [])].map(([id, state]) => [id, afterFailure(state, failure)]),
  );
  return { states, failure };
}

function stateOf(
  before: LightningState | undefined,
  entry: Partial<DelayEntry>,
  everyMs: number,
): LightningState {
  if (entry.responseException) return afterFailure(before, failureOf(503, entry));
  try {
    const answer = delayOf(entry.delay);
    return { followed: follow(before?.followed, answer, everyMs), failure: null };
  } catch (thrown) {
    return afterFailure(before, thrown instanceof ApiFailure ? thrown : malformed());
  }
}

function malformed(): ApiFailure {
  return new ApiFailure({ status: 200, code: 'malformed', message: sentenceOf('malformed') });
}

/**
 * The lightning of every location of the user, by id: one call every 10 s, and at once when an event says so.
 */
export function useDelays(ids: readonly string[], speed: number): Map<string, LightningState> {
  const api = useApi();
  const weatherMs = (pollEveryMs('delay', speed) + roundTripMs) * speed;
  const { data, error } = useQuery({
    queryKey: lightningKeys.delays.all,
    queryFn: async ({ signal, client }): Promise<DelayStates> => {
      const before = () => client.getQueryData<DelayStates>(lightningKeys.delays.all);
      try {
        const answer = await api.call(routes.listDelays, { signal });
        const after = afterAnswer(before(), answer, weatherMs);
        for (const { followed } of after.states.values()) if (followed) clock.set(followed.answer.now);
        return after;
      } catch (thrown) {
        if (!(thrown instanceof ApiFailure)) throw thrown;
        return afterRefusal(before(), thrown);
      }
    },
    refetchInterval: pollEveryMs('delay', speed),
    refetchOnMount: 'always',
    retry: false,
    // Safety depends on the age of the shown data, not on the cache's staleness.
    staleTime: 0,
  });
  const isOurFault = error !== null;
  return useMemo(
    () => new Map(ids.map((id) => [id, stateFor(id, data, isOurFault)])),
    [ids, data, isOurFault],
  );
}

/**
 * Drops the answer of one location and requests it again. A changed radius or timer is a different question:
 * the old answer must not be shown for it, and a pending request must not restore it.
 */
export async function forgetDelay(client: QueryClient, locationId: string): Promise<void> {
  const { all } = lightningKeys.delays;
  await client.cancelQueries({ queryKey: all });
  client.setQueryData<DelayStates>(all, (before) => {
    if (!before) return before;
    const states = new Map(before.states);
    states.delete(locationId);
    return { ...before, states };
  });
  await client.invalidateQueries({ queryKey: all });
}

function stateFor(id: string, data: DelayStates | undefined, isOurFault: boolean): LightningState {
  // Any other error is a defect of the app: nothing may be shown because of it.
  if (isOurFault) return { failure: malformed() };
  return data?.states.get(id) ?? (data?.failure ? { failure: data.failure } : {});
}
