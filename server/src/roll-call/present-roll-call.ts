import type * as contract from '@allclear/contract';
import type { CountedGroup } from '@allclear/domain';
import { rollCallMs } from '@allclear/domain';
import { isoTime } from '../platform/http/iso-time.ts';
import type { StoredCheckIn } from './entries.store.ts';
import type { CountedRollCall, StoredCalledGroup, UncountedRollCall } from './live-count.store.ts';
import { endOf, type StoredRollCall, type Times } from './roll-calls.store.ts';
import type { StoredShelter } from './shelters.store.ts';

/** Its code is for those who may change shelters. */
export function presentShelter(shelter: StoredShelter, mayChange: boolean): contract.Shelter {
  const { openSetAt, fieldRevisions, organizationId, code, ...rest } = shelter;
  return { ...rest, openSetUtc: isoTime(openSetAt), code: mayChange ? code : null };
}

export function presentCheckIn(checkIn: StoredCheckIn | undefined): contract.OwnCheckIn | null {
  if (!checkIn) return null;
  const { at, ...rest } = checkIn;
  return { ...rest, atUtc: isoTime(at) };
}

/** A roll-call for somebody who sees its place: the counts, and who started it, are for wardens. */
export function presentRollCall(
  call: StoredRollCall,
  counted: CountedRollCall | UncountedRollCall,
  own: StoredCheckIn | undefined,
  { isWarden, times }: { readonly isWarden: boolean; readonly times: Times },
): contract.RollCall {
  const end = endOf(call, times);
  return {
    ...{ id: call.id, organizationLocationId: call.organizationLocationId, isDrill: call.isDrill },
    ...{ organizationLocationName: call.placeName, hasNames: call.hasNames, isWarden },
    ...{ isOpen: end === null, startedUtc: isoTime(call.startedAt), endedUtc: end && isoTime(end.at) },
    startedBy: isWarden ? call.startedBy : null,
    endedBy: isWarden ? call.endedBy : null,
    endsWallUtc: isoTime(call.endsWallAt),
    acceptsUntilWallUtc: end && isoTime(end.wallAt + rollCallMs),
    notice: call.notified === null ? null : { people: call.notified },
    shelters: counted.shelters.map((shelter) => {
      const { id, name, capacity, minutesToReach, directions, isOpen, isRemoved } = shelter;
      return { id, name, capacity, minutesToReach, directions, isOpen, isRemoved };
    }),
    groups: counted.groups.map(({ id, name }) => ({ id, name })),
    own: presentCheckIn(own),
    live: isWarden && 'count' in counted ? presentLive(counted, call.hasNames) : null,
    revision: call.revision,
  };
}

function presentLive(counted: CountedRollCall, hasNames: boolean): contract.LiveCount {
  const { count, newestEntryAt } = counted;
  const { expected, present, missing, notCounted, ungrouped, shelters, joinedLater } = count;
  const byId = new Map(counted.groups.map((group) => [group.id, group]));
  return {
    ...{ expected, present, missing, notCounted, joinedLater },
    ungrouped: { present: ungrouped.present, byShelter: [...ungrouped.byShelter] },
    shelters: [...shelters],
    groups: count.groups.flatMap((group) => {
      const stored = byId.get(group.id);
      return stored ? presentGroup(group, stored, hasNames ? counted : null) : [];
    }),
    newestEntryUtc: newestEntryAt === null ? null : isoTime(newestEntryAt),
  };
}

function presentGroup(
  { id, expected, state, present, missing, over, byShelter, ticks, joinedLater }: CountedGroup,
  { name, revision }: StoredCalledGroup,
  named: CountedRollCall | null,
): contract.CountedGroup {
  const members = named?.members.filter(({ groupId }) => groupId === id) ?? null;
  return {
    ...{ id, name, expected, state, present, missing, over, joinedLater, revision },
    byShelter: byShelter.map(({ at, ...rest }) => ({ ...rest, atUtc: isoTime(at) })),
    members:
      members?.map((member) => {
        const tick = ticks.get(member.id);
        return {
          ...{ id: member.id, name: member.name, shelterId: tick?.shelterId ?? null },
          isPresent: tick ? tick.shelterId !== null : null,
          atUtc: tick ? isoTime(tick.at) : null,
        };
      }) ?? null,
  };
}
