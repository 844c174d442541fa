import type { User } from '@allclear/contract';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { notFound } from '../platform/http/errors.ts';
import type { Principal } from '../platform/http/serve.ts';
import { ownGroupId } from './groups.routes.ts';
import type { ListUsers } from './list/people-lists.ts';
import { findPerson, type StoredPerson } from './users.store.ts';

/** The only group that the caller may read (null: none), or 'any'. */
export async function groupOf(db: Database, principal: Principal): Promise<string | null | 'any'> {
  return principal.permissions.includes('sites:write') ? 'any' : ownGroupId(db, principal);
}

/** The people whom the caller may read: those who only receive notifications, or those who sign in. */
export async function visiblePeople(
  { db, listUsers }: { db: Database; listUsers: ListUsers },
  principal: Principal,
  notificationOnly: boolean,
): Promise<readonly User[]> {
  const group = await groupOf(db, principal);
  if (group === null) return [];
  const groupId = group === 'any' ? null : group;
  return listUsers(principal.organizationId, { notificationOnly, groupId });
}

/** A person whom the caller may read; others do not exist for the caller. */
export async function visiblePerson(
  db: Database,
  principal: Principal,
  id: string,
  notificationOnly?: true,
): Promise<StoredPerson> {
  const person = await findPerson(db, keyOf(principal, id), notificationOnly);
  if (!person) throw notFound('The user');
  requireWithin(await groupOf(db, principal), person);
  return person;
}

/** Throws unless a person belongs to the only group that the caller may read. */
export function requireWithin(group: string | null, person: StoredPerson): void {
  if (group !== 'any' && (group === null || person.groupId !== group)) throw notFound('The user');
}
