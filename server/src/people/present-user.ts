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
    customerId: person.organization_id,
    userName: person.user_name,
    firstName: person.first_name,
    lastName: person.last_name,
    fullName: `${person.first_name} ${person.last_name}`.trim(),
    email: person.email,
    phoneNumber: person.phone_number,
    roleId: signsIn ? hierarchy : -1,
    roleName: displayName,
    roleDisplayName: displayName,
    roleHierarchy: hierarchy,
    siteId: person.group_id,
    siteName: person.groupName,
    timeZone: person.time_zone,
    smsNotifications: person.sms_notifications,
    emailNotifications: person.email_notifications,
    geofenceAlertsEnabled: person.geofence_alerts_enabled,
    alertTimesEnabled: person.alert_times_enabled,
    isActive: person.is_active,
    orgLocations: [...person.organizationLocationIds],
  };
}
