import type { Group } from '@allclear/contract';
import type { AlertTime } from '@allclear/domain';
import type { StoredGroup } from './groups.store.ts';

export function presentGroup(group: StoredGroup): Group {
  return {
    id: group.id,
    name: group.name,
    revision: group.revision,
    customerId: group.organizationId,
    timeZone: group.timeZone,
    users: [...group.userIds],
    notificationUsers: [...group.notificationUserIds],
    policies: group.policyCount,
    organizationLocations: [...group.organizationLocationIds],
    alertTimes: presentAlertTimes(group.id, group.alertTimes),
  };
}

/** Sunday first. A group has a day once, so the two name a row. */
function presentAlertTimes(groupId: string, times: readonly AlertTime[]): Group['alertTimes'] {
  return times.toSorted((a, b) => a.day - b.day).map((time) => ({ id: `${groupId}-${time.day}`, ...time }));
}
