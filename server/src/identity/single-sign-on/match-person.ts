import { type Role, roles } from '@allclear/domain';
import { systemActor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { maySignIn } from '../principal.ts';
import { type Account, accountById } from '../store.ts';
import { domainOf, type SsoConfig } from './sso-config.store.ts';
import { findDomain } from './sso-domains.store.ts';
import { SsoFailure } from './sso-failure.ts';
import { linkAccount, linkedAccount, peopleByEmail, type SsoIdentity } from './sso-requests.store.ts';

const actor = systemActor('single-sign-on');

/** Adds a Customer to the default group; gives the id, or null where the address was taken meanwhile. */
export type Provision = (
  organizationId: string,
  person: { email: string; firstName: string; lastName: string; groupId: string },
) => Promise<string | null>;

const noAccount = 'You have no account here. Ask an administrator of your organization to add you.';

/**
 * The account of somebody whom the organization's provider has signed in. Somebody who signed in before is known by
 * issuer and subject, others by their email address, whose domain the organization must have proven. `provision`
 * null adds nobody. Throws `SsoFailure`.
 */
export async function matchPerson(
  db: Database,
  { config, identity, provision }: { config: SsoConfig; identity: SsoIdentity; provision: Provision | null },
  now: number,
): Promise<Account> {
  const { organizationId } = config;
  const { issuer, subject, email } = identity;
  const linked = await linkedAccount(db, { organizationId, issuer, subject });
  if (linked && maySignIn(linked)) return requireRank(config, linked);
  if (!(await isProven(db, organizationId, email)))
    throw new SsoFailure('Your email address is in a domain that your organization has not proven here.');
  const known = await peopleByEmail(db, organizationId, email);
  // Whom an administrator has removed or demoted does not come back by signing in.
  const mayProvision = known.length === 0 && linked === undefined;
  const id =
    known.find(({ isNotificationOnly }) => !isNotificationOnly)?.id ??
    (mayProvision ? await provisioned(db, config, identity, provision) : undefined);
  const account = id === undefined ? undefined : await accountById(db, id);
  if (!account || !maySignIn(account)) throw new SsoFailure(noAccount);
  requireRank(config, account);
  if (!(await linkAccount(db, actor, { organizationId, issuer, subject, userId: account.id }, now)))
    throw new SsoFailure('Your account belongs to somebody else at your organization’s sign-in.');
  return account;
}

/** Who sets a provider could become everybody whom it signs in: nobody of a higher rank. */
function requireRank({ setByRank }: SsoConfig, account: Account): Account {
  if (roles[account.role as Role].hierarchy < setByRank)
    throw new SsoFailure(
      'Your role is above that of the person who set up this sign-in. Use your password, and save the sign-in yourself.',
    );
  return account;
}

async function isProven(db: Database, organizationId: string, email: string): Promise<boolean> {
  const found = await findDomain(db, organizationId, domainOf(email));
  return found !== undefined && found.provenAt !== null;
}

async function provisioned(
  db: Database,
  { organizationId, autoProvision, defaultGroupId }: SsoConfig,
  { email, firstName, lastName }: SsoIdentity,
  provision: Provision | null,
): Promise<string | undefined> {
  if (!autoProvision || defaultGroupId === null || provision === null) return undefined;
  const name = { firstName: firstName || (email.split('@')[0] ?? ''), lastName: lastName || '–' };
  const id = await provision(organizationId, { email, ...name, groupId: defaultGroupId });
  if (id !== null) return id;
  // Another tab of the same person was first.
  const known = await peopleByEmail(db, organizationId, email);
  return known.find(({ isNotificationOnly }) => !isNotificationOnly)?.id;
}
