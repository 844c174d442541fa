import type { User } from '@allclear/contract';
import { isRole, roleNumber, roles } from '@allclear/domain';
import { isoTime } from '../platform/http/iso-time.ts';
import type { ListedPerson } from './list/people-list.store.ts';

/**
 * Notification-only users have no role to choose: their roleId is -1, everybody else's is the role's
 * hierarchy number (1–4).
 */
export function presentUser(person: ListedPerson): User {
  const role = isRole(person.role) ? person.role : 'notification-only';
  const { displayName, hierarchy } = roles[role];
  return {
    id: person.id,
    customerId: person.organizationId,
    userName: person.userName,
    firstName: person.firstName,
    lastName: person.lastName,
    fullName: `${person.firstName} ${person.lastName}`.trim(),
    email: person.email,
    phoneNumber: person.phoneNumber,
    roleId: roleNumber(role),
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
    activated: isoTime(person.activatedAt),
    emailSuppressed: person.emailSuppressedAt !== null,
    revision: person.revision,
    orgLocations: [...person.organizationLocationIds],
  };
}
