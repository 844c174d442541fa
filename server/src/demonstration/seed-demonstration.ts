import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { roles } from '@allclear/domain';
import { createApiKey, hashPassword } from '../identity/index.ts';
import { timeZoneOf } from '../organizations/index.ts';
import { systemActor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import {
  accountEmail,
  accountRoles,
  type DemonstrationAccount,
  type DemonstrationPlace,
  demonstrationGroups,
  demonstrationPolicies,
  demonstrationWorkRest,
  groupOfRole,
  groupsOfPlace,
  randomPassword,
} from './places.ts';
import { isEmpty, organizationOf, seedDemonstration, setPassword } from './store.ts';

const actor = systemActor('seed-demonstration');

/** What `DATA/demo.json` holds. */
export interface Demonstration {
  readonly url: string;
  readonly apiKey: string;
  readonly accounts: readonly DemonstrationAccount[];
}

/**
 * Fills an empty database with the demonstration organisation and writes how to get in to `demo.json`; on a
 * database that is filled already the file is kept, with the address brought up to date. When the file was
 * lost it is made anew with new passwords and a new key, as only hashes are stored; `ownsDatabase` says that
 * nobody else has a file of this database. Null when there is nothing to tell.
 */
export async function prepareDemonstration(
  db: Database,
  options: {
    data: string;
    url: string;
    places: readonly DemonstrationPlace[];
    ownsDatabase: boolean;
    now: number;
  },
): Promise<Demonstration | null> {
  const file = path.join(options.data, 'demo.json');
  const kept = await readKept(file);
  if (kept && !(await isEmpty(db))) return write(file, { ...kept, url: options.url });

  const accounts = accountRoles.map((role) => ({
    role: roles[role].displayName,
    email: accountEmail(role),
    password: randomPassword(),
  }));
  const hashes = await Promise.all(accounts.map((account) => hashPassword(account.password)));
  const seeded = await seedDemonstration(
    db,
    actor,
    {
      name: 'Demonstration School District',
      supportEmail: 'support@demo.example',
      supportPhone: '555-0100',
      // Live cameras aside, what an organisation can have (spec 1 section 3).
      entitlements: [1, 2, 3, 6, 7, 9, 10],
      accounts: accounts.map((account, index) => ({
        role: accountRoles[index]!,
        email: account.email,
        displayName: account.role,
        passwordHash: hashes[index]!,
        group: groupOfRole(accountRoles[index]!),
      })),
      groups: demonstrationGroups,
      places: options.places.map((place, index) => ({
        ...place,
        timeZone: timeZoneOf(place),
        groups: groupsOfPlace(place, index),
      })),
      policies: demonstrationPolicies,
      workRest: demonstrationWorkRest,
    },
    options.now,
  );
  if (seeded) {
    const { key: apiKey } = await createApiKey(db, actor, {
      organizationId: seeded.organizationId,
      userId: seeded.userIds['super-admin']!,
      name: 'Demonstration',
      now: options.now,
    });
    return write(file, { url: options.url, apiKey, accounts });
  }
  if (!options.ownsDatabase) return null;

  let superAdmin: string | undefined;
  const renewed: DemonstrationAccount[] = [];
  for (const [index, account] of accounts.entries()) {
    const id = await setPassword(db, actor, account.email, hashes[index]!);
    if (id === undefined) continue;
    renewed.push(account);
    if (accountRoles[index] === 'super-admin') superAdmin = id;
  }
  // Somebody lives here, and it is not the demonstration.
  if (superAdmin === undefined) return null;
  const organizationId = (await organizationOf(db, superAdmin))!;
  const { key: apiKey } = await createApiKey(db, actor, {
    organizationId,
    userId: superAdmin,
    name: 'Demonstration',
    now: options.now,
  });
  return write(file, { url: options.url, apiKey, accounts: renewed });
}

async function readKept(file: string): Promise<Demonstration | null> {
  try {
    const kept = JSON.parse(await readFile(file, 'utf8')) as Demonstration;
    return typeof kept.apiKey === 'string' && Array.isArray(kept.accounts) ? kept : null;
  } catch {
    return null;
  }
}

/** For the owner's eyes only, and never half-written. */
async function write(file: string, demonstration: Demonstration): Promise<Demonstration> {
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify(demonstration, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, file);
  return demonstration;
}
