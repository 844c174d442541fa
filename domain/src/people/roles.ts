/**
 * Permissions by role (spec 1 section 6, spec 2 section 6). This is the only table of roles and permissions;
 * a permission that it does not grant is denied.
 */
export const roles = {
  'super-admin': { displayName: 'Super Admin', hierarchy: 1, signsIn: true },
  admin: { displayName: 'Admin', hierarchy: 2, signsIn: true },
  'assistant-admin': { displayName: 'Assistant Admin', hierarchy: 3, signsIn: true },
  customer: { displayName: 'Customer', hierarchy: 4, signsIn: true },
  'notification-only': { displayName: 'Notification Only', hierarchy: 5, signsIn: false },
} as const;
export type Role = keyof typeof roles;

const everyone: readonly Role[] = ['super-admin', 'admin', 'assistant-admin', 'customer'];
const admins: readonly Role[] = ['super-admin', 'admin'];
const allAdmins: readonly Role[] = ['super-admin', 'admin', 'assistant-admin'];

const granted = {
  'locations:read': everyone,
  /** Own locations only; `locations:read-others` never writes. */
  'locations:write': everyone,
  'locations:read-others': admins,
  'organization-locations:read': everyone,
  'practice-times:write': admins,
  'observations:read': everyone,
  'map:read': everyone,
  /** The policies that watch a location, for its form and its tiles. */
  'policies:read': everyone,
  'policies:view': allAdmins,
  'policies:write': admins,
  'heat-profiles:read': allAdmins,
  'heat-profiles:write': admins,
  'sites:read': allAdmins,
  'sites:write': admins,
  /** An Assistant Admin changes the own group only. */
  'sites:change': allAdmins,
  'users:read': allAdmins,
  'users:write': allAdmins,
  'deliveries:read-all': admins,
  'webhooks:write': admins,
  'forecasts:write': admins,
  /** Links that sign walls in; a link acts for its creator only while the creator holds this. */
  'displays:write': admins,
  /** An organization's own networks and sensors: only admins see their keys. */
  'strikes:ingest': admins,
  'stations:write': admins,
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof granted;

export function isRole(text: string): text is Role {
  return Object.hasOwn(roles, text);
}

export function isPermission(text: string): text is Permission {
  return Object.hasOwn(granted, text);
}

/** Whether a role holds a permission. */
export function can(role: Role, permission: Permission): boolean {
  return (granted[permission] as readonly Role[]).includes(role);
}

export function permissionsOf(role: Role): Permission[] {
  return (Object.keys(granted) as Permission[]).filter((permission) => can(role, permission));
}
