import type { User } from '@allclear/contract';
import { wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { createRecent } from '../../platform/recent.ts';
import { presentUser } from '../present-user.ts';
import { type ListChoice, listPeopleEntries, peopleVersion } from './people-list.store.ts';

/** A shorter list is read faster than it is found to be the same. */
const worthKeeping = 500;
const maxLists = 8;
const keptMs = 5 * 60_000;

/** Lists of an organization's people. */
export type ListUsers = (organizationId: string, choice: ListChoice) => Promise<readonly User[]>;

/**
 * Long lists are kept for some minutes, and given again only after the store said that no row of theirs has changed
 * since, in whichever process.
 */
export function createPeopleLists(db: Database): ListUsers {
  const lists = createRecent<{ readonly version: string; readonly users: readonly User[] }>(maxLists);
  return async (organizationId, choice) => {
    const key = `${organizationId} ${choice.notificationOnly} ${choice.groupId}`;
    const kept = lists.get(key, wallNow());
    if (kept && kept.version === (await peopleVersion(db, organizationId))) return kept.users;
    const { version, people } = await listPeopleEntries(db, organizationId, choice);
    const users = people.map(presentUser);
    if (users.length >= worthKeeping) lists.set(key, { version, users }, wallNow() + keptMs);
    else lists.delete(key);
    return users;
  };
}
