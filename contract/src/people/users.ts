import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

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
  /** True for a full widget admin (the claim WIDGET_ADMIN is ALL): the widgets of every organization. */
  widgetAdmin: z.boolean().optional(),
  /** Present while an operator acts as the person: who, why, and until when. */
  impersonation: z.object({ operator: z.string(), reason: z.string(), untilUtc: z.string() }).optional(),
});

export type CurrentUser = z.infer<typeof currentUser>;

export const getCurrentUser = defineRoute({
  ...paths.getCurrentUser,
  needs: 'signed-in',
  forLimitedKeys: true,
  summary: 'The signed-in user',
  data: currentUser,
});

/**
 * A person of the organization, as lists show one (spec 2 section 3 'User'). Notification-only users have
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
  /** When the person first signed in; null for never. */
  activated: z.string().nullable(),
  /** The address was unsubscribed or refused: alert mail does not go there. */
  emailSuppressed: z.boolean(),
  /** Organization locations that the user has saved. */
  orgLocations: z.array(z.string()),
  /** Raised by each change. */
  revision: z.number().int().optional(),
});

export type User = z.infer<typeof user>;

export const listUsers = defineRoute({
  ...paths.listUsers,
  needs: 'users:read',
  summary: 'The people of the organization who sign in; an Assistant Admin sees the own group',
  data: z.array(user),
  paged: true,
});

export const listNotificationUsers = defineRoute({
  ...paths.listNotificationUsers,
  needs: 'users:read',
  summary:
    'The people of the organization who only receive notifications; an Assistant Admin sees the own group',
  data: z.array(user),
  paged: true,
});

/** A role; `id` is what `roleId` of a user says. */
export const role = z.object({
  id: z.number().int(),
  name: z.string(),
  displayName: z.string(),
  hierarchy: z.number().int(),
});

export const listRoles = defineRoute({
  ...paths.listRoles,
  needs: 'users:read',
  summary: 'The roles, the most senior first',
  data: z.array(role),
});

/** The fields of a person who signs in that an update may leave out. */
const userFields = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullish(),
  phoneNumber: z.string().nullish(),
  timeZone: z.string(),
  /** The role's number, 1–4. */
  roleId: z.number().int(),
  siteId: z.string().nullish(),
  /** The email address unless given. */
  userName: z.string().nullish(),
  smsNotifications: z.boolean(),
  emailNotifications: z.boolean(),
});

const userChange = userFields
  .partial()
  .extend({ id: z.string(), isActive: z.boolean().optional(), revision: z.number().int().optional() });

export const addUser = defineRoute({
  ...paths.addUser,
  needs: 'users:write',
  summary:
    'Adds somebody who signs in; with the header ReturnUser the answer holds the whole user, otherwise its id and a message',
  headers: z.object({ returnuser: z.string().optional() }),
  body: userFields.partial().required({ firstName: true, timeZone: true, roleId: true }),
  data: z.object({ id: z.string(), message: z.string(), user: user.optional() }),
  failures: [400, 403, 404, 409],
});

const writtenAccount = z.object({ message: z.string(), user });

export const updateUser = defineRoute({
  ...paths.updateUser,
  needs: 'users:write',
  summary: 'Changes somebody who signs in; what the body leaves out stays',
  body: userChange,
  data: writtenAccount,
  failures: [400, 403, 404, 409],
});

export const setUserRole = defineRoute({
  ...paths.setUserRole,
  needs: 'users:write',
  summary: 'Gives somebody who signs in another role',
  body: z.object({
    userId: z.string(),
    roleId: z.number().int(),
    revision: z.number().int().optional(),
  }),
  data: writtenAccount,
  failures: [400, 403, 404, 409],
});

export const deleteUser = defineRoute({
  ...paths.deleteUser,
  needs: 'users:write',
  summary: 'Deletes somebody who signs in',
  params: z.object({ id: z.string() }),
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [403, 404, 409],
});

export const demoteUser = defineRoute({
  ...paths.demoteUser,
  needs: 'users:write',
  summary:
    'Makes somebody who signs in a notification-only user: custom locations, devices and settings are deleted. The id is in the body or in the query',
  query: z.object({ id: z.string().optional() }),
  body: z.object({ id: z.string().optional(), revision: z.number().int().optional() }).nullish(),
  data: writtenAccount,
  failures: [400, 403, 404, 409],
});

export const promoteNotificationUser = defineRoute({
  ...paths.promoteNotificationUser,
  needs: 'users:write',
  summary: 'Makes a notification-only user somebody who signs in',
  body: userChange.required({ roleId: true }),
  data: writtenAccount,
  failures: [400, 403, 404, 409],
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
  ...paths.addNotificationUser,
  needs: 'users:write',
  summary: 'Adds somebody who receives notifications and never signs in',
  body: notificationUserForm,
  data: writtenUser,
  failures: [400, 404, 409],
});

export const updateNotificationUser = defineRoute({
  ...paths.updateNotificationUser,
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
  ...paths.deleteNotificationUser,
  needs: 'users:write',
  summary: 'Deletes a notification-only user',
  params: z.object({ id: z.string() }),
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404],
});

export const getEmailSubscriptions = defineRoute({
  ...paths.getEmailSubscriptions,
  needs: 'users:read',
  summary:
    'Whether the user’s address takes alert mail; a suppressed entry means it was unsubscribed or refused',
  params: z.object({ id: z.string() }),
  data: z.array(
    z.object({ email: z.string(), suppressed: z.boolean(), suppressedAt: z.string().nullable() }),
  ),
  failures: [404],
});
