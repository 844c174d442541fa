import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { BaseSettings } from '../../platform/settings/base-settings.ts';
import { hasMail } from '../../platform/settings/base-settings.ts';
import { queueAccountMail, queueAccountMails } from '../account-mail/account-mail.ts';
import { linkAddress } from '../account-mail/prepare-account-mail.ts';
import { maySignIn } from '../principal.ts';
import { accountById } from '../store.ts';
import { insertAccountLinks, isActivated } from './account-links.store.ts';
import { tokenPurpose } from './account-links.ts';
import { makeLink, newLink } from './make-link.ts';

/** What an invitation needs of the platform. */
export interface InvitationContext {
  readonly secrets: SecretBox;
  readonly settings: Pick<BaseSettings, 'url' | 'smtp' | 'seed' | 'oidc'>;
}

export type Invitation =
  /** The link is null when it goes by mail. Without mail it is shown once to the person who invites. */
  | { readonly kind: 'invited'; readonly link: string | null }
  /** `activated`: has a password already; `issuer`: signs in elsewhere; `no-account`: may not sign in here. */
  | { readonly kind: 'refused'; readonly reason: 'activated' | 'issuer' | 'no-account' };

/**
 * Invites a person to choose a password, in the caller's transaction: makes a link (7 days, once) and queues its
 * mail. Where there is no mail, somebody who has a password already gets a link to a new one (1 hour). `now` is
 * epoch ms of the wall clock.
 */
export async function inviteUser(
  transaction: Database,
  actor: Actor,
  { secrets, settings }: InvitationContext,
  { userId, now }: { userId: string; now: number },
): Promise<Invitation> {
  if (settings.oidc !== null) return { kind: 'refused', reason: 'issuer' };
  const account = await accountById(transaction, userId);
  if (!account || account.email === null || !maySignIn(account))
    return { kind: 'refused', reason: 'no-account' };
  const isNew = !(await isActivated(transaction, userId));
  // With mail people ask for a new password themselves.
  if (!isNew && hasMail(settings)) return { kind: 'refused', reason: 'activated' };
  const kind = isNew ? 'invitation' : 'password-reset';
  const token = await makeLink(transaction, actor, { account, kind, now });
  if (!hasMail(settings)) return { kind: 'invited', link: linkAddress(settings.url, token) };
  const sealedToken = secrets.seal(token, tokenPurpose(userId));
  await queueAccountMail(transaction, actor, { userId, kind: 'invitation', sealedToken, now });
  return { kind: 'invited', link: null };
}

/** The mails of many people wait for those of one person, who may be waiting for a new password. */
const manyPriority = 10;

/**
 * Invites people who were added in the caller's transaction, where mail goes: a link for each, and its mail. `now` is
 * epoch ms of the wall clock.
 */
export async function inviteNewUsers(
  transaction: Database,
  actor: Actor,
  { secrets, settings }: InvitationContext,
  { accounts, now }: { accounts: readonly { id: string; email: string }[]; now: number },
): Promise<void> {
  // Without mail the link of an invitation is shown to whoever asks for it.
  if (accounts.length === 0 || settings.oidc !== null || !hasMail(settings)) return;
  const kind = 'invitation';
  const made = accounts.map((account) => newLink({ account, kind, now }));
  await insertAccountLinks(
    transaction,
    actor,
    made.map(({ link }) => link),
  );
  const mails = made.map(({ token, link: { userId } }) => {
    const sealedToken = secrets.seal(token, tokenPurpose(userId));
    return { userId, kind, sealedToken, now } as const;
  });
  await queueAccountMails(transaction, actor, mails, manyPriority);
}
