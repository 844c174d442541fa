import { type Role, roles } from './roles.ts';

/** Who holds a permission. */
interface Grant {
  readonly roles: readonly Role[];
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
  'locations:read': { roles: everyone },
  'locations:write': { roles: everyone },
  'locations:read-others': { roles: admins },
  'organization-locations:read': { roles: everyone },
  'organization-locations:write': { roles: admins },
  'organization:write': { roles: admins },
  'practice-times:write': { roles: admins },
  'closures:write': { roles: admins },
  'escalation:write': { roles: admins },
  'duties:write': { roles: admins },
  'shelters:write': { roles: allAdmins },
  'rollcall:write': { roles: allAdmins },
  'thunder.report': { roles: everyone },
  'observations:read': { roles: everyone },
  'map:read': { roles: everyone },
  'policies:read': { roles: everyone },
  'policies:view': { roles: allAdmins },
  'policies:write': { roles: admins },
  'heat-profiles:read': { roles: allAdmins },
  'heat-profiles:write': { roles: admins },
  'sites:read': { roles: allAdmins },
  'sites:write': { roles: admins },
  'sites:change': { roles: allAdmins },
  'users:read': { roles: allAdmins },
  'users:write': { roles: allAdmins },
  'second-factor:write': { roles: admins },
  'deliveries:read-all': { roles: admins },
  'audit:read': { roles: admins },
  'timeline:read': { roles: allAdmins },
  'webhooks:write': { roles: admins },
  'forecasts:write': { roles: admins },
  'displays:write': { roles: admins },
  'api-keys:write': { roles: admins },
  'cap:read': { roles: admins },
  'cap:write': { roles: admins },
  'metrics:read': { roles: admins },
  'strikes:ingest': { roles: admins },
  'stations:write': { roles: admins },
  'cameras:write': { roles: admins },
  'shows:write': { roles: admins },
  'air-quality-stations:read': { roles: allAdmins },
  'hardware:read': { roles: allAdmins },
  'hardware:operate': { roles: allAdmins },
  'hardware:write': { roles: admins },
  'gps.tracking': { roles: everyone, feature: { number: 1 } },
  'met.support': { roles: allAdmins, feature: { number: 2 } },
  'pa.full_access': { roles: allAdmins, feature: { number: 3 } },
  'massnotify.access': { roles: allAdmins, feature: { number: 6 } },
  'widget.access': { roles: allAdmins, feature: { number: 7 } },
  'live_camera.access': {
    roles: allAdmins,
    feature: { number: 8 },
  },
  'fourth_lightning_zone.support': {
    roles: everyone,
    feature: { number: 9 },
  },
  'integrations.singlewire.access': {
    roles: allAdmins,
    feature: { number: 10 },
  },
  'integrations.sso.access': {
    roles: allAdmins,
    feature: { number: null },
  },
  'broadcast.view.access': { roles: everyone, feature: { number: null } },
  'historical_report.access': {
    roles: allAdmins,
    feature: { number: null },
  },
  'historical_report.policy_delays.access': {
    roles: allAdmins,
    feature: { number: null },
  },
  'geofence.alerts.access': {
    roles: allAdmins,
    feature: { number: null },
  },
  'location_cards.own_only.access': {
    roles: everyone,
    feature: { number: null },
  },
  'mesonet.access': {
    roles: everyone,
    feature: { number: null },
  },
  'new_policy_architecture.access': {
    roles: everyone,
    feature: { number: null },
  },
  'write:integrations': { roles: admins, feature: { number: null } },
  'read:integrations': { roles: allAdmins, feature: { number: null } },
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
export const permissions = Object.keys(grants) as Permission[];

export const features: readonly Feature[] = permissions.filter(isFeature);

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
  return permissions.filter(
    (permission) => table[permission].roles.includes(role) && !withheld.includes(permission),
  );
}

/** The numeric flags of the features that an organization holds, in rising order. */
export function featureNumbers(withheld: readonly string[]): number[] {
  return features
    .filter((feature) => !withheld.includes(feature))
    .flatMap((feature) => table[feature].feature?.number ?? [])
    .toSorted((a, b) => a - b);
}

/** Who holds a permission, and which feature it is. */
export function grantOf(permission: Permission): Grant {
  return table[permission];
}
