import { type Actor, chainOf } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { countAccountMails } from '../account-mail/account-mail.store.ts';
import { queueAccountMail } from '../account-mail/account-mail.ts';
import { maySignIn } from '../principal.ts';
import { type Account, accountById } from '../store.ts';
import { endAccountLinks, findAccountLink, useAccountLink } from './account-links.store.ts';
import { hashOfToken, tokenPurpose } from './account-links.ts';
import { makeLink } from './make-link.ts';

const hourMs = 3_600_000;
/** Mails to new addresses that one person may cause within an hour. */
const maxPerHour = 5;

/**
 * Sends a link to a new address and tells the present one, in the caller's transaction. Only the newest link of a
 * person works, for 24 hours. False when the person has asked too often. Whether another organization has the
 * address is found out by the job that sends the mail: the answer takes the same time for all.
 */
export async function requestAddressChange(
  transaction: Database,
  actor: Actor,
  {
    account,
    newEmail,
    secrets,
    now,
  }: { account: Account; newEmail: string; secrets: SecretBox; now: number },
): Promise<boolean> {
  const userId = account.id;
  const kind = 'address-confirm';
  if ((await countAccountMails(transaction, { userId, kind, since: now - hourMs })) >= maxPerHour)
    return false;
  await endAccountLinks(transaction, actor, userId, now, 'address-change');
  const token = await makeLink(transaction, actor, { account, kind: 'address-change', newEmail, now });
  const sealedToken = secrets.seal(token, tokenPurpose(userId));
  await queueAccountMail(transaction, actor, { userId, kind, requestedEmail: newEmail, sealedToken, now });
  await queueAccountMail(transaction, actor, {
    ...{ userId, kind: 'address-requested', details: { email: newEmail }, now },
    ...(account.email === null ? {} : { requestedEmail: account.email }),
  });
  await appendAudit(transaction, actor, {
    ...{ chain: chainOf(actor), action: 'account.email-change-requested', recordId: userId, now: null },
    ...{ after: { email: newEmail }, personal: { userId, fields: ['email'] } },
  });
  return true;
}

/** Uses the link of a new address up, in the caller's transaction; undefined when it does not work any more. */
export async function takeAddressChange(
  transaction: Database,
  actor: Actor,
  token: string,
  now: number,
): Promise<{ account: Account; newEmail: string } | undefined> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined;
  const digest = hashOfToken(token);
  const link = await findAccountLink(transaction, digest, now);
  if (link?.kind !== 'address-change' || link.newEmail === null) return undefined;
  const account = await accountById(transaction, link.userId);
  if (!account || !maySignIn(account) || !(await useAccountLink(transaction, actor, digest, now)))
    return undefined;
  return { account, newEmail: link.newEmail };
}

/** Tells the former address of an account that it has another one. */
export async function noteAddressChange(
  transaction: Database,
  actor: Actor,
  { account, newEmail, now }: { account: Account; newEmail: string; now: number },
): Promise<void> {
  if (account.email === null) return;
  await queueAccountMail(transaction, actor, {
    ...{ userId: account.id, kind: 'address-changed', requestedEmail: account.email, now },
    details: { email: newEmail },
  });
}
