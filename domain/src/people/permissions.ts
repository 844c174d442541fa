import { type Role, roles } from './roles.ts';

/** What a permission allows, and who holds it. */
interface Grant {
  readonly roles: readonly Role[];
  /** In the words of docs/permissions.md. */
  readonly allows: string;
  /**
   * A feature that an operator may withhold from an organization: the organization needs it as well as the
   * person the role. `number` is its numeric flag (spec 1 section 3), null where it has none.
   */
  readonly feature?: { readonly number: number | null };
}

const everyone: readonly Role[] = ['super-admin', 'admin', 'assistant-admin', 'customer'];
const admins: readonly Role[] = ['super-admin', 'admin'];
const allAdmins: readonly Role[] = ['super-admin', 'admin', 'assistant-admin'];

/**
 * The only table of permissions (spec 1 section 6, spec 2 sections 3 and 6, spec 3 section 6): a permission that
 * it does not grant is denied.
 */
const grants = {
  'locations:read': { roles: everyone, allows: 'Read own locations and their weather' },
  'locations:write': { roles: everyone, allows: 'Add, change and delete own locations' },
  'locations:read-others': { roles: admins, allows: 'Read the locations of others; never write them' },
  'organization-locations:read': { roles: everyone, allows: 'Read the organization’s locations' },
  'organization-locations:write': {
    roles: admins,
    allows: 'Add, change, delete and import the organization’s locations',
  },
  'organization:write': { roles: admins, allows: 'Change the organization’s name, contacts and defaults' },
  'practice-times:write': { roles: admins, allows: 'Set the practice times of organization locations' },
  'observations:read': { roles: everyone, allows: 'Read observations' },
  'map:read': { roles: everyone, allows: 'Read the maps' },
  'policies:read': {
    roles: everyone,
    allows: 'Read the policies that watch a location, for its form and its tiles',
  },
  'policies:view': { roles: allAdmins, allows: 'Open the page of policies' },
  'policies:write': { roles: admins, allows: 'Add, change and delete policies' },
  'heat-profiles:read': { roles: allAdmins, allows: 'Read heat profiles' },
  'heat-profiles:write': { roles: admins, allows: 'Change heat profiles and which of them places use' },
  'sites:read': { roles: allAdmins, allows: 'Read user groups; an Assistant Admin the own one' },
  'sites:write': { roles: admins, allows: 'Add, change and delete user groups' },
  'sites:change': { roles: allAdmins, allows: 'Change user groups; an Assistant Admin the own one' },
  'users:read': { roles: allAdmins, allows: 'Read users; an Assistant Admin those of the own group' },
  'users:write': {
    roles: allAdmins,
    allows: 'Add, change and delete users below the own role; an Assistant Admin in the own group',
  },
  'second-factor:write': {
    roles: admins,
    allows: 'Set of which roles the organization requires a second factor',
  },
  'deliveries:read-all': { roles: admins, allows: 'Read to whom messages were delivered' },
  'webhooks:write': { roles: admins, allows: 'Add and delete webhooks' },
  'forecasts:write': { roles: admins, allows: 'Renew the forecast of a location' },
  'displays:write': {
    roles: admins,
    allows: 'Make and revoke display links; a link acts for its creator only while the creator holds this',
  },
  'strikes:ingest': {
    roles: admins,
    allows: 'Connect own lightning networks and sensors, and see their keys',
  },
  'stations:write': { roles: admins, allows: 'Connect own weather stations, and see their keys' },
  'gps.tracking': { roles: everyone, allows: 'Share the position of a device', feature: { number: 1 } },
  'met.support': { roles: allAdmins, allows: 'Ask a meteorologist', feature: { number: 2 } },
  'pa.full_access': { roles: allAdmins, allows: 'Send public-address messages', feature: { number: 3 } },
  'massnotify.access': { roles: allAdmins, allows: 'Notify many users at once', feature: { number: 6 } },
  'widget.access': { roles: allAdmins, allows: 'Build widgets', feature: { number: 7 } },
  'live_camera.access': {
    roles: allAdmins,
    allows: 'Watch live cameras and read their logs',
    feature: { number: 8 },
  },
  'fourth_lightning_zone.support': {
    roles: everyone,
    allows: 'Use a fourth lightning zone',
    feature: { number: 9 },
  },
  'integrations.singlewire.access': {
    roles: allAdmins,
    allows: 'Use the emergency-notification integration',
    feature: { number: 10 },
  },
  'integrations.sso.access': {
    roles: allAdmins,
    allows: 'Configure single sign-on',
    feature: { number: null },
  },
  'broadcast.view.access': { roles: everyone, allows: 'Open the broadcast view', feature: { number: null } },
  'historical_report.access': {
    roles: allAdmins,
    allows: 'Export historical reports',
    feature: { number: null },
  },
  'historical_report.policy_delays.access': {
    roles: allAdmins,
    allows: 'Export reports of policy delays',
    feature: { number: null },
  },
  'geofence.alerts.access': {
    roles: allAdmins,
    allows: 'Receive alerts by position (Alert Mode)',
    feature: { number: null },
  },
  'location_cards.own_only.access': {
    roles: everyone,
    allows: 'See cards of own locations only',
    feature: { number: null },
  },
  'mesonet.access': {
    roles: everyone,
    allows: 'Open the pages of stations of others',
    feature: { number: null },
  },
  'new_policy_architecture.access': {
    roles: everyone,
    allows: 'Use policies of organization locations',
    feature: { number: null },
  },
  'write:integrations': { roles: admins, allows: 'Change integrations', feature: { number: null } },
  'read:integrations': { roles: allAdmins, allows: 'Read integrations', feature: { number: null } },
} as const satisfies Record<string, Grant>;

type Grants = typeof grants;
export type Permission = keyof Grants;
/** A permission that an organization has to hold as well. */
export type Feature = {
  [P in Permission]: Grants[P] extends { readonly feature: object } ? P : never;
}[Permission];
/** A permission that the role alone grants. */
export type RolePermission = Exclude<Permission, Feature>;

const table: Readonly<Record<Permission, Grant>> = grants;
const all = Object.keys(grants) as Permission[];

export const features: readonly Feature[] = all.filter(isFeature);

export function isPermission(text: string): text is Permission {
  return Object.hasOwn(grants, text);
}

export function isFeature(text: string): text is Feature {
  return isPermission(text) && table[text].feature !== undefined;
}

/** Whether a role holds a permission that does not depend on the organization. */
export function can(role: Role, permission: RolePermission): boolean {
  return table[permission].roles.includes(role);
}

/**
 * Whether `editor` may give this role and change people who have it: only roles of a strictly lower rank, so
 * that nobody makes an equal.
 */
export function mayManage(editor: Role, role: Role): boolean {
  return can(editor, 'users:write') && roles[role].hierarchy > roles[editor].hierarchy;
}

/** Everything that a role holds in an organization from which some features are withheld. */
export function permissionsOf(role: Role, withheld: readonly string[]): Permission[] {
  return all.filter((permission) => table[permission].roles.includes(role) && !withheld.includes(permission));
}

/** The numeric flags of the features that an organization holds, in rising order. */
export function featureNumbers(withheld: readonly string[]): number[] {
  return features
    .filter((feature) => !withheld.includes(feature))
    .flatMap((feature) => table[feature].feature?.number ?? [])
    .toSorted((a, b) => a - b);
}

/** The rows of the table, for the documentation. */
export function permissionRows(): readonly (Grant & { readonly permission: Permission })[] {
  return all.map((permission) => ({ permission, ...table[permission] }));
}
