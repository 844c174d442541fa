import type { CurrentUser, Group, User } from '@allclear/contract';
import { defaultAlertTimes, type Role, roleNumber, roles } from '@allclear/domain';

/** People and groups as the API returns them, for tests. */

export function exampleUser(role: Role, part: Partial<User> = {}): User {
  const { displayName, hierarchy } = roles[role];
  const firstName = part.firstName ?? 'Casey';
  const lastName = part.lastName ?? 'Coach';
  return {
    ...{ id: `u-${role}`, customerId: 'c', userName: 'casey@example.org', firstName, lastName },
    fullName: `${firstName} ${lastName}`,
    ...{ email: 'casey@example.org', phoneNumber: null, roleId: roleNumber(role), roleName: displayName },
    ...{ roleDisplayName: displayName, roleHierarchy: hierarchy, siteId: 'g-coaches', siteName: 'Coaches' },
    ...{ timeZone: 'America/New_York', smsNotifications: false, emailNotifications: true },
    ...{ geofenceAlertsEnabled: false, alertTimesEnabled: true, isActive: true },
    ...{ activated: '2026-01-01T00:00:00.000Z', emailSuppressed: false, orgLocations: [], revision: 1 },
    ...part,
  };
}

export function exampleEditor(role: Role): CurrentUser {
  return {
    ...{ id: 'me', customerId: 'c', email: 'me@example.org', phoneNumber: null, userName: 'me@example.org' },
    ...{ firstName: 'Me', lastName: '', fullName: 'Me', roleName: roles[role].displayName },
    ...{ created: '2026-01-01T00:00:00.000Z', activated: null, isActive: true },
    ...{ declinesNotifications: false, permissions: [] },
  };
}

export function exampleGroup(part: Partial<Group> = {}): Group {
  return {
    ...{ id: 'g-coaches', name: 'Coaches', customerId: 'c', timeZone: 'America/New_York', users: [] },
    ...{ notificationUsers: [], policies: 0, organizationLocations: [], revision: 1 },
    alertTimes: defaultAlertTimes().map((time) => ({ id: `g-coaches-${time.day}`, ...time })),
    ...part,
  };
}
