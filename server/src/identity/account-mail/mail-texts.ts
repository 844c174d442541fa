import type { Account } from '../store.ts';
import type { AccountMailKind } from './account-mail.store.ts';

export interface MailText {
  readonly subject: string;
  /** Paragraphs separated by empty lines. */
  readonly text: string;
  /** The label of the button. */
  readonly action: string;
}

/** What a mail says. `details` are those that the mail was queued with. */
export function mailTextOf(
  kind: AccountMailKind,
  {
    account,
    details,
    url,
    isTaken = false,
  }: {
    account: Account;
    details: Readonly<Record<string, string>>;
    url: string;
    /** The address that is to be confirmed signs in to another account. */
    isTaken?: boolean;
  },
): MailText {
  const hello = account.firstName === '' ? 'Hello,' : `Hello ${account.firstName},`;
  const notYou = 'If this was not you, choose a new password at once and tell an administrator.';
  const letter = (...paragraphs: string[]) => [hello, ...paragraphs].join('\n\n');
  switch (kind) {
    case 'invitation':
      return {
        subject: 'You are invited to Allclear',
        text: letter(
          `An administrator has made an account for you at ${url}.`,
          'Choose a password to begin. The link works once, within the next 7 days.',
          ...(account.emailSignsIn
            ? []
            : [
                'At the moment this email address signs in to another Allclear account. Close that one, or ask the administrator to use another address.',
              ]),
        ),
        action: 'Choose a password',
      };
    case 'password-reset':
      return {
        subject: 'Choose a new password for Allclear',
        text: letter(
          'Somebody asked for a new password for your account, presumably you.',
          'The link works once, within the next hour. If you did not ask, do nothing: your password stays as it is.',
        ),
        action: 'Choose a new password',
      };
    case 'password-changed':
      return {
        subject: 'Your Allclear password was changed',
        text: letter('The password of your account was changed, and its other sessions were ended.', notYou),
        action: 'Open my profile',
      };
    case 'new-device':
      return {
        subject: 'New sign-in to Allclear',
        text: letter(
          `Your account was signed in to on a new device: ${details.device ?? 'unknown'}, from the network ${details.network ?? 'unknown'}.`,
          notYou,
        ),
        action: 'See my sessions',
      };
    case 'factors-changed':
      return {
        subject: 'Your Allclear sign-in was changed',
        text: letter(`${details.change ?? 'A second factor of your account was changed'}.`, notYou),
        action: 'Open my profile',
      };
    case 'factors-reset':
      return {
        subject: 'Your second factor for Allclear was reset',
        text: letter(
          'An administrator removed the authenticator app, the passkeys and the recovery codes of your account.',
          'Sign in with your password and add new ones. If you did not ask for this, tell another administrator.',
        ),
        action: 'Open my profile',
      };
    case 'webhook-off':
      return webhookMailText(letter, details);
    case 'address-confirm':
    case 'address-requested':
    case 'address-changed':
      return addressMailTextOf(kind, { letter, notYou, email: details.email ?? 'another one', isTaken });
  }
}

/** Allclear has switched a webhook off. */
function webhookMailText(
  letter: (...paragraphs: string[]) => string,
  { because, host = 'an address' }: Readonly<Record<string, string>>,
): MailText {
  return {
    subject: 'Allclear has switched a webhook off',
    text: letter(
      because === 'gone'
        ? `The system at ${host} answered that it no longer takes events.`
        : `No event has reached ${host} for three days.`,
      'Nothing is sent there until you switch the webhook on again. Its page says what was answered, and what was missed can be sent again.',
    ),
    action: 'See the webhooks',
  };
}

/** Mails about the address of an account. `email` is the new one. */
function addressMailTextOf(
  kind: 'address-confirm' | 'address-requested' | 'address-changed',
  {
    letter,
    notYou,
    email,
    isTaken,
  }: { letter: (...paragraphs: string[]) => string; notYou: string; email: string; isTaken: boolean },
): MailText {
  const asked = 'Somebody asked to use this email address for an Allclear account, presumably you.';
  switch (kind) {
    case 'address-confirm':
      return isTaken
        ? {
            subject: 'This address cannot be used for another Allclear account',
            text: letter(
              asked,
              'The address signs in to another Allclear account, so nothing was changed. Close that account, or choose another address.',
            ),
            action: 'Open Allclear',
          }
        : {
            subject: 'Confirm your new address for Allclear',
            text: letter(
              asked,
              'Confirm it within the next 24 hours. If you did not ask, do nothing: the account keeps its address.',
            ),
            action: 'Confirm this address',
          };
    case 'address-requested':
      return {
        subject: 'A new address was requested for your Allclear account',
        text: letter(
          `Somebody who is signed in to your account asked to change its email address to ${email}.`,
          'Nothing changes until that address is confirmed.',
          notYou,
        ),
        action: 'Open my profile',
      };
    case 'address-changed':
      return {
        subject: 'The address of your Allclear account was changed',
        text: letter(
          `Your account has another email address now: ${email}. It signs in and receives notifications there.`,
          'If this was not you, tell an administrator at once.',
        ),
        action: 'Open Allclear',
      };
  }
}
