import type { RollCall } from '@allclear/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { pollEveryMs } from '../../api/polling.ts';
import { responseKeys } from '../../api/query-keys/responses.ts';
import { type QueryState, useQueryState } from '../../api/query-state.ts';
import { randomUuid } from '../../api/random-uuid.ts';
import { routes } from '../../api/routes.ts';
import { useChange } from '../../api/use-route.ts';
import { clock } from '../../clock/clock.ts';
import { useApi } from '../../services.ts';

/** A roll-call as it is now, with the age of what is known. */
export const useRollCall = (id: string, speed: number) =>
  useQueryState({
    queryKey: responseKeys.rollCalls.of(id),
    load: (api, signal) => api.call(routes.getRollCall, { params: { id }, signal }),
    polled: 'rollCall',
    speed,
  });

/** The open roll-call of a place, else its last one; null without one. */
export function useRollCallOfPlace(organizationLocationId: string) {
  const api = useApi();
  return useQuery({
    queryKey: responseKeys.rollCalls.of('place', organizationLocationId),
    queryFn: ({ signal }) =>
      api.call(routes.getRollCallOfPlace, { params: { organizationLocationId }, signal }),
    refetchInterval: () => pollEveryMs('warnings', clock.speed()),
  });
}

/** Puts what the server answered to a change where the page reads it. */
export function useShowAnswer() {
  const client = useQueryClient();
  return (value: RollCall) => {
    const state: QueryState<RollCall> = {
      ...{ value, asOfMs: clock.now(), failed: false, unobserved: false, none: false },
    };
    client.setQueryData(responseKeys.rollCalls.of(value.id), state);
  };
}

/** Starts a roll-call of a place. The same press again is the same roll-call. */
export function useStartRollCall(organizationLocationId: string) {
  return useChange(
    (api, body: { key: string; isDrill: boolean; sendNotice: boolean }) =>
      api.call(routes.startRollCall, { params: { organizationLocationId }, body }),
    responseKeys.rollCalls.all,
  );
}

/** Ends a roll-call, unless somebody else changed it since this revision. */
export const useEndRollCall = (id: string) =>
  useChange(
    (api, revision: number) => api.call(routes.endRollCall, { params: { id }, body: { revision } }),
    responseKeys.rollCalls.all,
  );

/** Adds a group to a roll-call alone. */
export const useAddGroup = (id: string) =>
  useChange(
    (api, body: { key: string; name: string; expected: number }) =>
      api.call(routes.addGroupToRollCall, { params: { id }, body }),
    responseKeys.rollCalls.of(id),
  );

export interface Correction {
  readonly groupId: string;
  readonly expected: number;
  readonly revision: number;
}

/** Corrects how many are expected, unless somebody else did since this revision. */
export const useCorrectExpected = (id: string) =>
  useChange(
    (api, { groupId, ...body }: Correction) =>
      api.call(routes.correctExpected, { params: { id, groupId }, body }),
    responseKeys.rollCalls.of(id),
  );

/** Names members of a group. */
export const useAddMembers = (id: string) =>
  useChange(
    (api, { groupId, members }: { groupId: string; members: readonly { key: string; name: string }[] }) =>
      api.call(routes.addMembers, { params: { id, groupId }, body: { members } }),
    responseKeys.rollCalls.of(id),
  );

export const useRemoveMember = (id: string) =>
  useChange(
    (api, memberId: string) => api.call(routes.removeMember, { params: { id, memberId } }),
    responseKeys.rollCalls.of(id),
  );

/** Members of the lines of a text, each with a key of its own. */
export function membersOf(text: string): { key: string; name: string }[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((name) => ({ key: randomUuid(), name }));
}
