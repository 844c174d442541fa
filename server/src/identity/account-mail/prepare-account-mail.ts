import { installationChain } from '@allclear/domain';
import { systemActor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import type { Database } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { tokenPurpose } from '../account-links/account-links.ts';
import { makeLink } from '../account-links/make-link.ts';
import { maySignIn } from '../principal.ts';
import { accountChain, typedAddress } from '../sessions/audit-sign-in.ts';
import { type Account, accountByEmail, accountById } from '../store.ts';
import {
  type AccountMailKind,
  addresseeFound,
  countAccountMails,
  endAccountMail,
  lockAccountMail,
  type StoredAccountMail,
} from './account-mail.store.ts';
import { type MailText, mailTextOf } from './mail-texts.ts';

const actor = systemActor('account-mail');
/** Mails with a link for a new password that one person is sent within an hour. */
const maxResetsPerHour = 3;
const hourMs = 3_600_000;

/** A mail as it is sent. */
export interface PreparedAccountMail extends MailText {
  readonly id: string;
  readonly address: string;
  readonly name: string;
  /** The button of the mail. */
  readonly link: string;
  readonly createdAt: number;
}

export interface MailContext {
  readonly db: Database;
  readonly secrets: SecretBox;
  /** The address of the product, without a slash at its end. */
  readonly url: string;
  /** Epoch ms of the wall clock. */
  readonly now: number;
}

/**
 * The mail of a job; null when there is nothing to send: it was sent before, or a new password was requested for
 * an address that no account has. Each attempt gives the same mail.
 */
export async function prepareAccountMail(
  id: string,
  { db, secrets, url, now }: MailContext,
): Promise<PreparedAccountMail | null> {
  const found = await inTransaction(db, async (transaction) => {
    const stored = await lockAccountMail(transaction, id);
    if (!stored) return null;
    const account = await addresseeOf(transaction, stored);
    const mail =
      account && stored.userId === null && stored.kind === 'password-reset'
        ? await withLink(transaction, stored, account, secrets, now)
        : stored;
    // Somebody asks again and again for another person's address.
    const tooMany = mail === null;
    if (stored.userId === null && stored.kind === 'password-reset')
      await auditRequest(transaction, stored, account, tooMany);
    if (!account || account.email === null || tooMany) {
      await endAccountMail(transaction, actor, id, now);
      return null;
    }
    const isAboutAddress = stored.userId !== null && stored.requestedEmail !== null;
    return {
      ...{ mail, account, address: isAboutAddress ? (stored.requestedEmail ?? '') : account.email },
      isTaken:
        stored.kind === 'address-confirm' &&
        (await accountByEmail(transaction, stored.requestedEmail ?? '')) !== undefined,
    };
  });
  if (found === null) return null;
  const { mail, account, address, isTaken } = found;
  const token = mail.sealedToken === null ? null : secrets.open(mail.sealedToken, tokenPurpose(account.id));
  return {
    ...mailTextOf(mail.kind, { account, details: mail.details, url, isTaken }),
    id,
    address,
    name: `${account.firstName} ${account.lastName}`.trim(),
    link: linkOf(mail.kind, { url, token, isTaken }),
    createdAt: mail.createdAt.getTime(),
  };
}

/**
 * The entry of somebody who asked for a new password: in the chain of the account, or in that of the installation with
 * the address that was typed. Here and not where it was asked, because the answer there takes the same time for all.
 */
function auditRequest(
  transaction: Database,
  { requestedEmail, details: { network, requestId } }: StoredAccountMail,
  account: Account | undefined,
  tooMany: boolean,
): Promise<void> {
  const origin = network && requestId ? { network, requestId, credential: null } : undefined;
  const by = systemActor('account-link', origin, account?.id);
  const chain = account ? accountChain(account) : installationChain;
  const outcome = account ? (tooMany ? 'too-many' : 'mail-sent') : 'unknown-address';
  return appendAudit(transaction, by, {
    ...{ chain, action: 'account.reset-requested', recordId: account?.id ?? null, now: null },
    after: { outcome, ...(account ? {} : typedAddress(requestedEmail)) },
    personal: { userId: null, fields: ['address'] },
  });
}

/** Where the button of a mail leads. */
function linkOf(
  kind: AccountMailKind,
  { url, token, isTaken }: { url: string; token: string | null; isTaken: boolean },
): string {
  if (kind === 'address-changed' || isTaken) return url;
  if (kind === 'webhook-off') return `${url}/Integrations/Webhooks`;
  if (token === null) return `${url}/Profile`;
  return kind === 'address-confirm' ? `${url}/ConfirmAddress#${token}` : linkAddress(url, token);
}

/** The address of a link. What stands behind `#` is sent to no server, so it is in no log and no Referer. */
export function linkAddress(url: string, token: string): string {
  return `${url}/identity/account-link#${token}`;
}

async function addresseeOf(
  transaction: Database,
  { userId, requestedEmail }: StoredAccountMail,
): Promise<Account | undefined> {
  const account =
    userId === null
      ? await accountByEmail(transaction, requestedEmail ?? '')
      : await accountById(transaction, userId);
  return account && maySignIn(account) ? account : undefined;
}

/** The mail with a link of its own; null when the person has been sent enough of them. */
async function withLink(
  transaction: Database,
  stored: StoredAccountMail,
  account: Account,
  secrets: SecretBox,
  now: number,
): Promise<StoredAccountMail | null> {
  const sent = { userId: account.id, kind: stored.kind, since: now - hourMs };
  if ((await countAccountMails(transaction, sent)) >= maxResetsPerHour) return null;
  const token = await makeLink(transaction, actor, {
    account,
    kind: 'password-reset',
    now: stored.createdAt.getTime(),
  });
  const sealedToken = secrets.seal(token, tokenPurpose(account.id));
  await addresseeFound(transaction, actor, { id: stored.id, userId: account.id, sealedToken });
  return { ...stored, userId: account.id, sealedToken };
}
