import { type Role, roles } from '@allclear/domain';
import { expect, it } from 'vitest';
import { exampleEditor, exampleUser } from './example.ts';
import {
  editorOf,
  inactiveText,
  levelsFor,
  mayBeInvited,
  mayChange,
  mayChooseGroup,
  searchTextOf,
} from './person-rules.ts';

const editor = (role: Role) => editorOf(exampleEditor(role));

it('takes the role of the signed-in user from its name; an unknown one may change nobody', () => {
  expect(editor('assistant-admin')).toEqual({ id: 'me', role: 'assistant-admin' });
  expect(editorOf({ id: 'me', roleName: 'Operator' }).role).toBe('customer');
});

it.each<[Role, Role[]]>([
  ['super-admin', ['admin', 'assistant-admin', 'customer', 'notification-only']],
  ['admin', ['assistant-admin', 'customer', 'notification-only']],
  ['assistant-admin', ['customer', 'notification-only']],
  ['customer', []],
])('%s changes people of a strictly lower rank, and gives such permission levels', (role, lower) => {
  const all = Object.keys(roles) as Role[];
  expect(all.filter((other) => mayChange(editor(role), exampleUser(other)))).toEqual(lower);
  expect(levelsFor(editor(role)).flatMap(({ label, disabled }) => (disabled ? [] : label))).toEqual(
    lower.map((other) => roles[other].displayName),
  );
});

it('nobody changes the own account, whatever its rank', () => {
  expect(mayChange(editor('super-admin'), exampleUser('customer', { id: 'me' }))).toBe(false);
});

it('only Super Admin and Admin choose the group', () => {
  const choosing = (Object.keys(roles) as Role[]).filter((role) => mayChooseGroup(editor(role)));
  expect(choosing).toEqual(['super-admin', 'admin']);
});

it('the resend link is for everybody who signs in and never did', () => {
  expect(mayBeInvited(exampleUser('customer', { activated: null }))).toBe(true);
  expect(mayBeInvited(exampleUser('customer'))).toBe(false);
  expect(mayBeInvited(exampleUser('notification-only', { activated: null }))).toBe(false);
});

it.each<[boolean, boolean, boolean, string | null]>([
  [true, false, false, null],
  [false, false, false, 'Inactive'],
  [false, true, false, 'Deactivated'],
  [false, false, true, 'Deactivated'],
])('active %s, text %s, email %s: %s', (isActive, smsNotifications, emailNotifications, text) => {
  expect(inactiveText(exampleUser('customer', { isActive, smsNotifications, emailNotifications }))).toBe(
    text,
  );
});

it('a search finds any field, and marks', () => {
  const text = searchTextOf(
    exampleUser('customer', { phoneNumber: '+18135550123', emailSuppressed: true, isActive: false }),
  );
  for (const part of ['Casey Coach', 'casey@example.org', '+18135550123', 'Customer', 'Coaches', 'New_York'])
    expect(text).toContain(part);
  expect(text).toContain('Unsubscribed');
  expect(text).toContain('Deactivated');
});
