/** The roles of people; a lower number is more senior (spec 2 section 6). */
export const roles = {
  'super-admin': { displayName: 'Super Admin', hierarchy: 1, signsIn: true },
  admin: { displayName: 'Admin', hierarchy: 2, signsIn: true },
  'assistant-admin': { displayName: 'Assistant Admin', hierarchy: 3, signsIn: true },
  customer: { displayName: 'Customer', hierarchy: 4, signsIn: true },
  'notification-only': { displayName: 'Notification Only', hierarchy: 5, signsIn: false },
} as const;
export type Role = keyof typeof roles;

/**
 * The role of an operator, who rules the organizations of an installation and belongs to none. It is no `Role`: it
 * holds no permission of the table, so that whatever asks for one refuses an operator.
 */
export const operatorRole = 'operator';

export function isRole(text: string): text is Role {
  return Object.hasOwn(roles, text);
}

/**
 * The number of a role on the wire: its hierarchy number, -1 for notification-only users, who have no role to
 * choose.
 */
export function roleNumber(role: Role): number {
  const { hierarchy, signsIn } = roles[role];
  return signsIn ? hierarchy : -1;
}

/** The role with this number on the wire; null for none. */
export function roleOfNumber(number: number): Role | null {
  return (Object.keys(roles) as Role[]).find((role) => roleNumber(role) === number) ?? null;
}

/** The roles that a role may manage: those with a greater hierarchy number. */
export function rolesBelow(role: Role): Role[] {
  return (Object.keys(roles) as Role[]).filter((other) => roles[other].hierarchy > roles[role].hierarchy);
}
