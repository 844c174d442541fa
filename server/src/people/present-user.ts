import type { User } from '@allclear/contract';
import { isRole, roles } from '@allclear/domain';
import type { StoredPerson } from './users.store.ts';

/**
 * Notification-only users have no role to choose: their roleId is -1, everybody else's is the role's
 * hierarchy number (1–4).
 */
export function presentUser(person: StoredPerson): User {
  const { displayName, hierarchy, signsIn } = roles[isRole(person.role) ? person.role : 'notification-only'];
  return {
    id: person.id,
    customerId: person.organizationId,
    userName: person.userName,
    firstName: person.firstName,
    lastName: person.lastName,
    fullName: `${person.firstName} ${person.lastName}`.trim(),
    email: person.email,
    phoneNumber: person.phoneNumber,
    roleId: signsIn ? hierarchy : -1,
    roleName: displayName,
    roleDisplayName: displayName,
    roleHierarchy: hierarchy,
    siteId: person.groupId,
    siteName: person.groupName,
    timeZone: person.timeZone,
    smsNotifications: person.smsNotifications,
    emailNotifications: person.emailNotifications,
    geofenceAlertsEnabled: person.geofenceAlertsEnabled,
    alertTimesEnabled: person.alertTimesEnabled,
    isActive: person.isActive,
    revision: person.revision,
    orgLocations: [...person.organizationLocationIds],
  };
}
