import { z } from 'zod';
import { defineRoute } from './route.ts';

export const currentUser = z.object({
  id: z.string(),
  customerId: z.string(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  roleName: z.string(),
  created: z.string(),
  activated: z.string().nullable(),
  isActive: z.boolean(),
  declinesNotifications: z.boolean(),
  permissions: z.array(z.string()),
});
export type CurrentUser = z.infer<typeof currentUser>;
export const getCurrentUser = defineRoute({
  method: 'GET',
  path: 'user/current',
  needs: 'signed-in',
  summary: 'The signed-in user',
  data: currentUser,
});

export const customer = z.object({
  id: z.string(),
  name: z.string(),
  /** Numeric feature flags of spec 1 section 3; 9 is the fourth lightning zone. */
  entitlements: z.array(z.number().int()),
  supportEmail: z.string(),
  supportPhone: z.string(),
});
export type Organization = z.infer<typeof customer>;
export const getOrganization = defineRoute({
  method: 'GET',
  path: 'Customer',
  needs: 'signed-in',
  summary: 'The signed-in user’s organisation',
  data: customer,
});

/**
 * A person of the organisation, as lists show one (spec 2 section 3 'User'). Notification-only users have
 * roleId -1.
 */
export const user = z.object({
  id: z.string(),
  customerId: z.string(),
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  roleId: z.number().int(),
  roleName: z.string(),
  roleDisplayName: z.string(),
  roleHierarchy: z.number().int(),
  siteId: z.string().nullable(),
  siteName: z.string().nullable(),
  timeZone: z.string(),
  smsNotifications: z.boolean(),
  emailNotifications: z.boolean(),
  geofenceAlertsEnabled: z.boolean(),
  alertTimesEnabled: z.boolean(),
  isActive: z.boolean(),
  /** Organisation locations that the user has saved. */
  orgLocations: z.array(z.string()),
  /** Raised by each change. */
  revision: z.number().int().optional(),
});
export type User = z.infer<typeof user>;

export const listUsers = defineRoute({
  method: 'GET',
  path: 'user/customer',
  needs: 'users:read',
  summary: 'The people of the organisation who sign in; an Assistant Admin sees the own group',
  data: z.array(user),
});
export const listNotificationUsers = defineRoute({
  method: 'GET',
  path: 'notificationuser',
  needs: 'users:read',
  summary:
    'The people of the organisation who only receive notifications; an Assistant Admin sees the own group',
  data: z.array(user),
});

const notificationUserForm = z.object({
  firstName: z.string(),
  lastName: z.string().default(''),
  email: z.string().nullish(),
  phoneNumber: z.string().nullish(),
  timeZone: z.string().default('Central'),
  siteId: z.string().nullish(),
  smsNotifications: z.boolean().default(false),
  emailNotifications: z.boolean().default(true),
});
const writtenUser = z.object({ message: z.string(), user });
export const addNotificationUser = defineRoute({
  method: 'POST',
  path: 'notificationuser',
  needs: 'users:write',
  summary: 'Adds somebody who receives notifications and never signs in',
  body: notificationUserForm,
  data: writtenUser,
  failures: [400, 404, 409],
});
export const updateNotificationUser = defineRoute({
  method: 'POST',
  path: 'notificationuser/update',
  needs: 'users:write',
  summary: 'Changes a notification-only user; what the body leaves out stays',
  body: z.object({
    id: z.string(),
    firstName: z.string().optional(),
    lastName: z.string().optional(),
    email: z.string().nullish(),
    phoneNumber: z.string().nullish(),
    timeZone: z.string().optional(),
    siteId: z.string().nullish(),
    smsNotifications: z.boolean().optional(),
    emailNotifications: z.boolean().optional(),
    revision: z.number().int().optional(),
  }),
  data: writtenUser,
  failures: [400, 404, 409],
});
export const deleteNotificationUser = defineRoute({
  method: 'DELETE',
  path: 'notificationuser/:id',
  needs: 'users:write',
  summary: 'Deletes a notification-only user',
  params: z.object({ id: z.string() }),
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404],
});
export const getEmailSubscriptions = defineRoute({
  method: 'GET',
  path: 'notificationuser/:id/emailsubscriptions',
  needs: 'users:read',
  summary:
    'Whether the user’s address takes alert mail; a suppressed entry means it was unsubscribed or refused',
  params: z.object({ id: z.string() }),
  data: z.array(
    z.object({ email: z.string(), suppressed: z.boolean(), suppressedAt: z.string().nullable() }),
  ),
  failures: [404],
});
