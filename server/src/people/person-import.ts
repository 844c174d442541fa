import { defaultTimeZone, mayManage, type Role, roleNumber, roles } from '@allclear/domain';
import { inviteUser } from '../identity/index.ts';
import {
  type CsvRow,
  type ImportKind,
  ImportOutdated,
  inSteps,
  type PlannedRow,
} from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { ApiError, forbidden } from '../platform/http/errors.ts';
import type { Principal } from '../platform/http/serve.ts';
import { hasMail } from '../platform/settings/base-settings.ts';
import { type AccountRoutesNeeds, checkedAccount, draftOf } from './accounts.routes.ts';
import { type AccountInput, insertAccount } from './accounts.store.ts';
import { fallbackTimeZone } from './groups.store.ts';
import { type ComparedPeople, readComparedPeople } from './person-imports.store.ts';
import { blankToNull, checkedNotificationUser } from './users.routes.ts';
import { insertNotificationUser, type NotificationUserInput } from './users.store.ts';
import { groupOf } from './visible-people.ts';

const columns = {
  firstName: { name: 'First Name', required: true },
  lastName: { name: 'Last Name', also: ['Surname'] },
  email: { name: 'Email', also: ['E-mail', 'Email Address'] },
  phoneNumber: { name: 'Phone Number', also: ['Phone', 'Mobile'] },
  role: { name: 'Permission Level', also: ['Role'] },
  group: { name: 'User Group', also: ['Group'] },
  timeZone: { name: 'Time Zone' },
  emailNotifications: { name: 'Email Notifications' },
  smsNotifications: { name: 'Text Notifications', also: ['SMS Notifications'] },
} as const;

/** Each account is added and invited by itself, in one transaction: a thousand take some seconds. */
const maxPersonRows = 1_000;

/** Somebody to add: with an account, or notified only. */
export type ImportedPerson =
  | { readonly kind: 'account'; readonly person: AccountInput }
  | { readonly kind: 'notified'; readonly person: NotificationUserInput };

interface Comparison extends ComparedPeople {
  readonly principal: Principal;
  /** The only group that the caller may write, or 'any'. */
  readonly group: string | null;
  readonly timeZone: string;
}

/** The import of people, who are recognized by their e-mail addresses. Nobody is changed by it. */
export function personImport(needs: AccountRoutesNeeds): ImportKind<ImportedPerson> {
  const { db } = needs;
  return {
    name: 'people',
    columns,
    maxRows: maxPersonRows,
    async plan(principal, { rows }) {
      const { organizationId } = principal;
      const known: Comparison = {
        ...(await readComparedPeople(db, organizationId)),
        principal,
        group: await groupOf(db, principal),
        timeZone: (await fallbackTimeZone(db, organizationId)) ?? defaultTimeZone,
      };
      const seen = new Map<string, number>();
      return inSteps(rows, (row) => planned(row, known, seen));
    },
    store: (transaction, actor, principal, rows) => storePeople(needs, transaction, actor, principal, rows),
  };
}

function planned(row: CsvRow, known: Comparison, seen: Map<string, number>): PlannedRow<ImportedPerson> {
  const name = `${row.value('firstName')} ${row.value('lastName')}`.trim();
  const contact = row.value('email') || row.value('phoneNumber');
  const details = [contact, row.value('role') || roles.customer.displayName, row.value('group')]
    .filter((text) => text !== '')
    .join(' · ');
  const shown = { row: row.row, title: name || '(no name)', details, check: false };
  const wrong = (notes: readonly string[]): PlannedRow<ImportedPerson> => ({
    ...{ ...shown, outcome: 'error', notes, cells: row.cells, input: null },
  });
  const key = contact.toLowerCase();
  const twin = seen.get(key);
  if (key !== '' && twin !== undefined) return wrong([`Row ${twin} has the same address or number`]);
  seen.set(key, row.row);
  if (known.emails.has(row.value('email').toLowerCase()))
    return {
      ...{ ...shown, outcome: 'skip', cells: [], input: null },
      notes: ['Somebody has this email address already: change people on the page Users'],
    };
  const read = readPerson(row, known);
  if ('errors' in read) return wrong(read.errors);
  if (read.person.email === null && known.phoneNumbers.has(read.person.phoneNumber ?? ''))
    return {
      ...{ ...shown, outcome: 'skip', cells: [], input: null },
      notes: ['Somebody without an email address has this number already'],
    };
  return { ...shown, outcome: 'add', notes: [], cells: [], input: read };
}

function readPerson(row: CsvRow, known: Comparison): ImportedPerson | { readonly errors: readonly string[] } {
  const errors: string[] = [];
  const levelName = row.value('role') || roles.customer.displayName;
  const level = (Object.keys(roles) as Role[]).find(
    (role) => roles[role].displayName.toLowerCase() === levelName.toLowerCase(),
  );
  if (level === undefined) errors.push(`There is no permission level ${levelName.slice(0, 100)}`);
  const groupName = row.value('group');
  const groupId = groupName === '' ? null : (known.groups.get(groupName.toLowerCase()) ?? 'unknown');
  // Another group than the own one does not exist for somebody who may write one only.
  if (groupId === 'unknown') errors.push(`There is no user group ${groupName.slice(0, 100)}`);
  const draft = {
    firstName: row.value('firstName'),
    lastName: row.value('lastName'),
    email: blankToNull(row.value('email')),
    phoneNumber: blankToNull(row.value('phoneNumber')),
    timeZone: row.value('timeZone') || known.timeZone,
    emailNotifications: yesOr(row.value('emailNotifications'), true, 'Email Notifications', errors),
    smsNotifications: yesOr(row.value('smsNotifications'), false, 'Text Notifications', errors),
  };
  if (level === undefined || errors.length > 0) return { errors };
  const { principal, group } = known;
  try {
    if (level === 'notification-only') {
      const ownGroup = group === 'any' ? null : group;
      const person = checkedNotificationUser({ ...draft, groupId: groupId ?? ownGroup }, group);
      return { kind: 'notified', person };
    }
    const body = { ...draft, siteId: groupId ?? undefined, roleId: roleNumber(level), isActive: true };
    const person = checkedAccount(draftOf(body, undefined, group), { principal, group });
    return { kind: 'account', person };
  } catch (error) {
    if (!(error instanceof ApiError && error.errors)) throw error;
    return { errors: Object.values(error.errors).flat() };
  }
}

function yesOr(text: string, otherwise: boolean, name: string, errors: string[]): boolean {
  if (text === '') return otherwise;
  if (/^(yes|y|true|1|on)$/i.test(text)) return true;
  if (!/^(no|n|false|0|off)$/i.test(text)) errors.push(`${name} must be yes or no`);
  return false;
}

async function storePeople(
  needs: AccountRoutesNeeds,
  transaction: Database,
  actor: Actor,
  principal: Principal,
  rows: readonly PlannedRow<ImportedPerson>[],
): Promise<void> {
  const { organizationId } = principal;
  const { emails, phoneNumbers, groups } = await readComparedPeople(transaction, organizationId);
  const group = await groupOf(transaction, principal);
  const groupIds = new Set(groups.values());
  const outdated = rows.filter(({ input }) => {
    if (!input) return false;
    const { email, phoneNumber, groupId } = input.person;
    // The caller may have been moved or demoted since the preview.
    const isAllowed = input.kind === 'notified' || mayManage(principal.role, input.person.role);
    if (!isAllowed || (group !== 'any' && groupId !== group)) throw forbidden();
    const isTaken = email === null ? phoneNumbers.has(phoneNumber ?? '') : emails.has(email.toLowerCase());
    return isTaken || (groupId !== null && !groupIds.has(groupId));
  });
  if (outdated.length > 0) throw new ImportOutdated(outdated.map(({ row }) => row));
  const now = needs.clock.now();
  for (const { input } of rows) {
    if (input?.kind === 'notified')
      await insertNotificationUser(transaction, actor, organizationId, input.person, now);
    if (input?.kind !== 'account') continue;
    const { id } = await insertAccount(transaction, actor, organizationId, input.person, now);
    // Without mail the link of an invitation is shown to whoever asks for it.
    if (hasMail(needs.settings))
      await inviteUser(transaction, actor, needs, { userId: id, now: needs.wallNow() });
  }
}
