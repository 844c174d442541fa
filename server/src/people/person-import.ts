import {
  defaultTimeZone,
  e164,
  type FieldErrors,
  isRole,
  mayManage,
  type Role,
  roleNumber,
  roles,
} from '@allclear/domain';
import { inviteNewUsers } from '../identity/index.ts';
import {
  type CsvRow,
  type ImportKind,
  ImportOutdated,
  type ImportRecord,
  inSteps,
  type PlannedRow,
} from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { ApiError, forbidden } from '../platform/http/errors.ts';
import type { Principal } from '../platform/http/serve.ts';
import { type AccountRoutesNeeds, checkedAccount, draftOf } from './accounts.routes.ts';
import type { AccountInput } from './accounts.store.ts';
import { importedPeopleRecord } from './audit/audited-person.ts';
import { fallbackTimeZone } from './groups.store.ts';
import {
  type ComparedPeople,
  type ComparedPerson,
  changedByImport,
  readComparedPeople,
  storeImportedPeople,
} from './person-imports.store.ts';
import { blankToNull, checkedNotificationUser } from './users.routes.ts';
import type { NotificationUserInput } from './users.store.ts';
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

/** Rows of a file that may become people. */
const maxPersonRows = 10_000;

/** Somebody to add or to change: with an account, or notified only. */
export type ImportedPerson = (
  | { readonly kind: 'account'; readonly person: AccountInput }
  | { readonly kind: 'notified'; readonly person: NotificationUserInput }
) & {
  /** The person that it changes, as they were in the preview; null for somebody new. */
  readonly before: Pick<ComparedPerson, 'id' | 'revision' | 'groupId' | 'role'> | null;
  readonly changed: readonly string[];
};

interface Comparison extends ComparedPeople {
  readonly principal: Principal;
  /** The only group that the caller may write, or 'any'. */
  readonly group: string | null;
  readonly timeZone: string;
}

/** The import of people, who are recognized by their email addresses, or by their numbers where they have none. */
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
  const email = row.value('email').toLowerCase();
  const existing = email === '' ? known.byPhoneNumber.get(e164Of(row)) : known.byEmail.get(email);
  const part = (key: 'firstName' | 'lastName') => row.value(key) || (existing?.[key] ?? '');
  const name = `${part('firstName')} ${part('lastName')}`.trim();
  const contact = row.value('email') || row.value('phoneNumber');
  const level =
    row.value('role') || roles[existing && isRole(existing.role) ? existing.role : 'customer'].displayName;
  const details = [contact, level, row.value('group')].filter((text) => text !== '').join(' · ');
  const shown = { row: row.row, title: name || '(no name)', details, check: false };
  const wrong = (notes: readonly string[]): PlannedRow<ImportedPerson> => ({
    ...{ ...shown, outcome: 'error', notes, cells: row.cells, input: null },
  });
  const key = email || e164Of(row);
  const twin = seen.get(key);
  if (key !== '' && twin !== undefined) return wrong([`Row ${twin} has the same address or number`]);
  seen.set(key, row.row);
  const skipped = (note: string): PlannedRow<ImportedPerson> => ({
    ...{ ...shown, outcome: 'skip', notes: [note], cells: [], input: null },
  });
  const refusal = existing && refusalOf(existing, known);
  if (refusal) return skipped(refusal);
  const read = readPerson(row, level, existing, known);
  if ('errors' in read) return wrong(read.errors);
  const input: ImportedPerson = { ...read, before: existing ? beforeOf(existing) : null, changed: [] };
  if (!existing) return { ...shown, outcome: 'add', notes: [], cells: [], input };
  const changed = changedByImport.filter(
    (field) => fieldOf(input, field) !== fieldOf({ person: existing }, field),
  );
  if (changed.length === 0) return skipped('Nothing changes');
  if ((existing.role === 'notification-only') !== (read.kind === 'notified'))
    return wrong([
      'Between Notification Only and the other permission levels people are changed on the page Users',
    ]);
  const notes = changed.map((field) => changeText(field, existing, input, known));
  return { ...shown, outcome: 'change', notes, cells: [], input: { ...input, changed } };
}

function e164Of(row: CsvRow): string {
  const number = row.value('phoneNumber');
  return number === '' ? '' : (e164(number) ?? number);
}

const beforeOf = ({ id, revision, groupId, role }: ComparedPerson) => ({ id, revision, groupId, role });

type ImportedField = (typeof changedByImport)[number];

function fieldOf({ person }: { readonly person: object }, field: ImportedField): unknown {
  // Who only receives notifications has no role in what is stored of them.
  return field === 'role' && !('role' in person)
    ? 'notification-only'
    : (person as Record<string, unknown>)[field];
}

/** Why a person who is there is not changed by the caller; null when nothing forbids it. */
function refusalOf(existing: ComparedPerson, { principal, group }: Comparison): string | null {
  if (existing.id === principal.userId) return 'Your own account is changed on the page Profile';
  const isForeign = group !== 'any' && existing.groupId !== group;
  if (isForeign || !isRole(existing.role) || !mayManage(principal.role, existing.role))
    return 'Somebody whom you cannot change has this email address or number';
  return null;
}

const fieldNames: Record<ImportedField, string> = {
  ...{ firstName: 'First name', lastName: 'Last name', phoneNumber: 'Phone number', timeZone: 'Time zone' },
  ...{ groupId: 'User group', role: 'Permission level' },
  ...{ smsNotifications: 'Text notifications', emailNotifications: 'Email notifications' },
};

function changeText(
  field: ImportedField,
  existing: ComparedPerson,
  input: ImportedPerson,
  { groupNames }: Comparison,
): string {
  const text = (value: unknown) => {
    if (typeof value === 'boolean') return value ? 'on' : 'off';
    if (value === null || value === '') return 'none';
    if (field === 'groupId') return groupNames.get(String(value)) ?? 'none';
    return field === 'role' && isRole(String(value)) ? roles[value as Role].displayName : String(value);
  };
  return `${fieldNames[field]}: ${text(fieldOf({ person: existing }, field))} → ${text(fieldOf(input, field))}`;
}

type ReadPerson =
  | { readonly kind: 'account'; readonly person: AccountInput }
  | { readonly kind: 'notified'; readonly person: NotificationUserInput };

/** The person of a row. Empty cells and missing columns leave somebody who is there as they are. */
function readPerson(
  row: CsvRow,
  levelName: string,
  existing: ComparedPerson | undefined,
  known: Comparison,
): ReadPerson | { readonly errors: readonly string[] } {
  const errors: string[] = [];
  const level = (Object.keys(roles) as Role[]).find(
    (role) => roles[role].displayName.toLowerCase() === levelName.toLowerCase(),
  );
  if (level === undefined) errors.push(`There is no permission level ${levelName.slice(0, 100)}`);
  const groupName = row.value('group');
  const groupId =
    groupName === '' ? (existing?.groupId ?? null) : (known.groups.get(groupName.toLowerCase()) ?? 'unknown');
  // Another group than the own one does not exist for somebody who may write one only.
  if (groupId === 'unknown') errors.push(`There is no user group ${groupName.slice(0, 100)}`);
  const answer = (key: 'emailNotifications' | 'smsNotifications', otherwise: boolean) =>
    yesOr(row.value(key), existing?.[key] ?? otherwise, columns[key].name, errors);
  const draft = {
    firstName: row.value('firstName') || (existing?.firstName ?? ''),
    lastName: row.value('lastName') || (existing?.lastName ?? ''),
    // The address stays as it is spelled.
    email: existing ? existing.email : blankToNull(row.value('email')),
    phoneNumber: blankToNull(row.value('phoneNumber')) ?? existing?.phoneNumber ?? null,
    timeZone: row.value('timeZone') || (existing?.timeZone ?? known.timeZone),
    emailNotifications: answer('emailNotifications', true),
    smsNotifications: answer('smsNotifications', false),
  };
  // Everything that is wrong is said at once, so the row is also checked without what is not known.
  const said = new Set([
    ...(groupId === 'unknown' ? ['SiteId'] : []),
    ...(level === undefined ? ['RoleId'] : []),
  ]);
  const chosen = { level: level ?? 'customer', groupId: groupId === 'unknown' ? null : groupId };
  const { person, errors: more } = checkedPerson(draft, { ...chosen, existing, known });
  const all = [
    ...errors,
    ...Object.entries(more).flatMap(([field, texts]) => (said.has(field) ? [] : texts)),
  ];
  return all.length > 0 || person === null ? { errors: all } : person;
}

function checkedPerson(
  draft: Omit<NotificationUserInput, 'groupId'>,
  {
    level,
    groupId,
    existing,
    known: { principal, group },
  }: { level: Role; groupId: string | null; existing: ComparedPerson | undefined; known: Comparison },
): { readonly person: ReadPerson | null; readonly errors: FieldErrors } {
  try {
    if (level === 'notification-only') {
      const ownGroup = group === 'any' ? null : group;
      const person = checkedNotificationUser({ ...draft, groupId: groupId ?? ownGroup }, group);
      return { person: { kind: 'notified', person }, errors: {} };
    }
    const before = existing?.role === 'notification-only' ? undefined : existing;
    const body = { ...draft, siteId: groupId ?? undefined, roleId: roleNumber(level) };
    const person = checkedAccount(draftOf(body, before, group), {
      ...{ principal, group },
      ...(before ? { before } : {}),
    });
    return { person: { kind: 'account', person }, errors: {} };
  } catch (error) {
    if (!(error instanceof ApiError && error.errors)) throw error;
    return { person: null, errors: error.errors };
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
): Promise<ImportRecord> {
  const { organizationId } = principal;
  const { people, byEmail, byPhoneNumber, groupNames } = await readComparedPeople(
    transaction,
    organizationId,
  );
  const revisions = new Map(people.map(({ id, revision }) => [id, revision]));
  const group = await groupOf(transaction, principal);
  const outdated = await inSteps(rows, ({ row, input }) => {
    if (!input) return [];
    const { before, kind, person } = input;
    // The caller may have been moved or demoted since the preview.
    const roleOf = [
      kind === 'account' ? person.role : 'notification-only',
      before?.role ?? 'notification-only',
    ];
    const isAllowed = roleOf.every((role) => isRole(role) && mayManage(principal.role, role));
    const groupIds = before ? [person.groupId, before.groupId] : [person.groupId];
    if (!isAllowed || (group !== 'any' && groupIds.some((id) => id !== group))) throw forbidden();
    const { email, phoneNumber, groupId } = person;
    const isSame = before
      ? revisions.get(before.id) === before.revision
      : !(email === null ? byPhoneNumber.has(phoneNumber ?? '') : byEmail.has(email.toLowerCase()));
    return isSame && (groupId === null || groupNames.has(groupId)) ? [] : [row];
  });
  if (outdated.flat().length > 0) throw new ImportOutdated(outdated.flat());
  const stored = new Map(people.map((person) => [person.id, person]));
  const inputs = rows.flatMap(({ input }) =>
    input ? [{ ...input, before: input.before && (stored.get(input.before.id) ?? input.before) }] : [],
  );
  const now = needs.clock.now();
  const { accounts: added, written } = await storeImportedPeople(
    transaction,
    actor,
    organizationId,
    inputs,
    now,
  );
  for (let start = 0; start < added.length; start += invitedAtOnce) {
    const accounts = added.slice(start, start + invitedAtOnce);
    await inviteNewUsers(transaction, actor, needs, { accounts, now: needs.wallNow() });
  }
  return importedPeopleRecord(written);
}

/** Few enough that their secrets are sealed in some milliseconds. */
const invitedAtOnce = 250;
