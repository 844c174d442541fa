import type { CurrentUser, User } from '@allclear/contract';
import { mayManage, type Role, roleNumber, roleOfNumber, roles } from '@allclear/domain';

/** Who uses the page. */
export interface Editor {
  readonly id: string;
  readonly role: Role;
}

/** The signed-in user, whose role is named as people read it ('Assistant Admin'). */
export function editorOf({ id, roleName }: Pick<CurrentUser, 'id' | 'roleName'>): Editor {
  const role = (Object.keys(roles) as Role[]).find((one) => roles[one].displayName === roleName);
  return { id, role: role ?? 'customer' };
}

/** Whether a row has actions: only people of a strictly lower rank are changed. */
export function mayChange(editor: Editor, { id, roleId }: Pick<User, 'id' | 'roleId'>): boolean {
  const role = roleOfNumber(roleId);
  return id !== editor.id && role !== null && mayManage(editor.role, role);
}

/** Whether somebody may be moved to another group, and given one (spec 2 section 5). */
export function mayChooseGroup({ role }: Editor): boolean {
  return roles[role].hierarchy <= 2;
}

/** The permission levels of the form; those that the editor may not give are disabled. */
export function levelsFor({ role: editor }: Editor): { value: string; label: string; disabled: boolean }[] {
  return (Object.keys(roles) as Role[]).map((role) => ({
    value: String(roleNumber(role)),
    label: roles[role].displayName,
    disabled: !mayManage(editor, role),
  }));
}

/** Whether somebody whom the editor may change can have a second factor: everybody who has signed in. */
export function mayResetFactors({ roleId, activated }: Pick<User, 'roleId' | 'activated'>): boolean {
  return roleId !== -1 && activated !== null;
}

/** Whether somebody may be invited again: everybody who signs in and never did. */
export function mayBeInvited({ roleId, activated, isActive }: User): boolean {
  return roleId !== -1 && activated === null && isActive;
}

/**
 * 'Inactive': not active, and neither text nor email notifications are on (spec 2 section 4). 'Deactivated':
 * notifications are on, but nothing is sent to somebody who is not active. Null for everybody else.
 */
export function inactiveText({ isActive, smsNotifications, emailNotifications }: User): string | null {
  if (isActive) return null;
  return smsNotifications || emailNotifications ? 'Deactivated' : 'Inactive';
}

const searchTexts = new WeakMap<User, string>();

/** Everything that a search may find, in one text. It is kept: a search of thousands of people reads each. */
export function searchTextOf(user: User): string {
  const kept = searchTexts.get(user);
  if (kept !== undefined) return kept;
  const { fullName, email, phoneNumber, userName, roleDisplayName, siteName, timeZone } = user;
  const marks = [inactiveText(user), user.emailSuppressed ? 'Unsubscribed' : null];
  const text = [fullName, email, phoneNumber, userName, roleDisplayName, siteName, timeZone, ...marks]
    .filter(Boolean)
    .join(' ');
  searchTexts.set(user, text);
  return text;
}
