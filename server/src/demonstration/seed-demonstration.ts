import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Role, roles } from '@allclear/domain';
import { changePassword, createApiKey, hashPassword } from '../identity/index.ts';
import { timeZoneOf } from '../organizations/index.ts';
import { systemActor } from '../platform/actor.ts';
import { wallNow } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { required } from '../platform/required.ts';
import { demonstrationShow } from './demonstration-show.ts';
import {
  accountEmail,
  accountRoles,
  type DemonstrationAccount,
  type DemonstrationPlace,
  demonstrationGroups,
  demonstrationPolicies,
  demonstrationPractices,
  demonstrationWorkRest,
  groupOfRole,
  groupsOfPlace,
  randomPassword,
} from './places.ts';
import {
  accountIdOf,
  type DemonstrationContents,
  isEmpty,
  organizationOf,
  seedDemonstration,
} from './store.ts';

const actor = systemActor('seed-demonstration');

/** The content of `DATA/demo.json`. */
export interface Demonstration {
  readonly url: string;
  readonly apiKey: string;
  readonly accounts: readonly DemonstrationAccount[];
}

/** A demonstration, and whether its passwords and key were made just now. */
export interface PreparedDemonstration extends Demonstration {
  readonly isNew: boolean;
}

/** The simulated cameras, one of each protocol, at the first places. */
const liveCameras: DemonstrationContents['cameras'] = [
  { name: 'Main gate (MJPEG)', protocol: 'mjpeg' },
  { name: 'Field house (JPEG)', protocol: 'jpeg' },
  { name: 'Pool deck (HLS)', protocol: 'hls' },
  { name: 'First tee (RTSP)', protocol: 'rtsp' },
];

/**
 * Fills an empty database with the demonstration organization and writes its sign-ins to `demo.json`. On a
 * filled database the file stays, with the current address. A lost file is written again with new passwords
 * and a new key, because only hashes are stored; `ownsDatabase` means that no other file of this database
 * exists. Null when there is nothing to report.
 */
export async function prepareDemonstration(
  db: Database,
  options: {
    data: string;
    url: string;
    places: readonly DemonstrationPlace[];
    ownsDatabase: boolean;
    now: number;
    /** Adds units for the simulated devices, and live cameras, which need weather that is not live. */
    hasHardware?: boolean;
    hasCameras?: boolean;
  },
): Promise<PreparedDemonstration | null> {
  const file = path.join(options.data, 'demo.json');
  const kept = await readKept(file);
  if (kept && !(await isEmpty(db)))
    return { ...(await write(file, { ...kept, url: options.url })), isNew: false };

  const accounts = await Promise.all(accountRoles.map(createAccount));
  const seeded = await seedDemonstration(
    db,
    actor,
    {
      name: 'Demonstration School District',
      ...{ supportEmail: 'support@demo.example', supportPhone: '555-0100' },
      consultationEmail: 'meteorologists@demo.example',
      accounts: accounts.map(({ role, account, passwordHash }) => ({
        role,
        email: account.email,
        displayName: account.role,
        passwordHash,
        group: groupOfRole(role),
      })),
      groups: demonstrationGroups,
      places: options.places.map((place, index) => ({
        ...place,
        timeZone: timeZoneOf(place),
        groups: groupsOfPlace(place, index),
      })),
      ...{
        policies: demonstrationPolicies,
        workRest: demonstrationWorkRest,
        practices: demonstrationPractices,
        show: demonstrationShow,
      },
      ...{ hasHardware: options.hasHardware ?? false, cameras: options.hasCameras ? liveCameras : [] },
    },
    options.now,
  );
  if (seeded) {
    const { key: apiKey } = await createApiKey(db, actor, {
      organizationId: seeded.organizationId,
      userId: required(seeded.userIds['super-admin'], 'the Super Admin of the demonstration'),
      ...{ name: 'Demonstration', now: options.now },
    });
    const made = { url: options.url, apiKey, accounts: accounts.map(({ account }) => account) };
    return { ...(await write(file, made)), isNew: true };
  }
  if (!options.ownsDatabase) return null;

  let superAdmin: string | undefined;
  const renewed: DemonstrationAccount[] = [];
  for (const { role, account, passwordHash } of accounts) {
    const id = await accountIdOf(db, account.email);
    if (id === undefined) continue;
    await changePassword(db, actor, { userId: id, passwordHash, now: wallNow() });
    renewed.push(account);
    if (role === 'super-admin') superAdmin = id;
  }
  // The database belongs to another organization, not to the demonstration.
  if (superAdmin === undefined) return null;
  const found = await organizationOf(db, superAdmin);
  const organizationId = required(found, 'the organization of the Super Admin');
  const { key: apiKey } = await createApiKey(db, actor, {
    organizationId,
    userId: superAdmin,
    ...{ name: 'Demonstration', now: options.now },
  });
  return { ...(await write(file, { url: options.url, apiKey, accounts: renewed })), isNew: true };
}

async function createAccount(role: Role) {
  const password = randomPassword();
  const account: DemonstrationAccount = {
    role: roles[role].displayName,
    email: accountEmail(role),
    password,
  };
  return { role, account, passwordHash: await hashPassword(password) };
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
