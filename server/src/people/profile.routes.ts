import { changeEmail, confirmEmail, getProfile, type Profile, saveProfile } from '@allclear/contract';
import { checkAccountPerson, e164, ianaTimeZone, isEmailAddress } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import {
  checkOwnPassword,
  findPendingAddress,
  noteAddressChange,
  requestAddressChange,
  takeAddressChange,
} from '../identity/index.ts';
import { actorOf, systemActor } from '../platform/actor.ts';
import { wallNow } from '../platform/clock/clock.ts';
import { type Database, inTransaction } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { conflict, invalid, notFound, tooManyRequests } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { hasMail } from '../platform/settings/base-settings.ts';
import { type AccountContext, logChange, refused, refuseForNow, requireOwnSession } from './own-session.ts';
import { changeAddress, changeProfile, isAddressOfColleague, type ProfileInput } from './profile.store.ts';
import { blankToNull, explainRefusal, noSuchTimeZone } from './users.routes.ts';
import { EmailTaken, findPerson, type StoredPerson } from './users.store.ts';

const confirming = systemActor('confirm-address');
const linkOver = 'This link does not work any more. Ask for a new one on your profile.';
const addressesPerMinute = 20;

/** The own account: what people change themselves, and a new address that is confirmed by mail (spec 2 section 2). */
export function profileRoutes(app: FastifyInstance, context: AccountContext): void {
  const { db } = context;

  serve(app, getProfile, async ({ principal }) => {
    const person = await findPerson(db, keyOf(principal, principal.userId));
    if (!person) throw notFound('The user');
    return present(db, person);
  });

  serve(app, saveProfile, async ({ principal, body }) => {
    const key = { ...keyOf(principal, principal.userId), revision: body.revision };
    const person = await changeProfile(db, actorOf(principal), key, (before) =>
      checked(before, {
        firstName: body.firstName ?? before.firstName,
        lastName: body.lastName ?? before.lastName,
        phoneNumber: body.phoneNumber === undefined ? before.phoneNumber : blankToNull(body.phoneNumber),
        timeZone: body.timeZone ?? before.timeZone,
      }),
    );
    if (!person) throw notFound('The user');
    return { message: 'Profile saved', profile: await present(db, person) };
  });
  addressRoutes(app, context);
}

function addressRoutes(app: FastifyInstance, context: AccountContext): void {
  const { db, secrets, settings } = context;
  serve(
    app,
    changeEmail,
    async ({ principal, body, reply }) => {
      requireOwnSession(context, principal);
      const email = body.email.trim();
      if (!isEmailAddress(email))
        throw invalid({ Email: ['Email must be an address like name@example.org'] });
      if (!hasMail(settings))
        throw conflict('This installation sends no mail. Ask an administrator to change your address.');
      const { userId } = principal;
      const check = await checkOwnPassword(db, { userId, password: body.currentPassword, now: wallNow() });
      if (check.kind === 'wait') refuseForNow(reply, check.waitMs);
      if (check.kind === 'wrong') {
        const sentence = 'The current password is not right.';
        throw refused(sentence, { CurrentPassword: [sentence] });
      }
      const { account } = check;
      if (account.email?.toLowerCase() === email.toLowerCase())
        throw invalid({ Email: ['This is your address already'] });
      if (await isAddressOfColleague(db, keyOf(principal, userId), email)) explainRefusal(new EmailTaken());
      const isSent = await inTransaction(db, (transaction) =>
        requestAddressChange(transaction, actorOf(principal), {
          ...{ account, newEmail: email, secrets, now: wallNow() },
        }),
      );
      if (!isSent) throw tooManyRequests();
      return { message: `Open the mail to ${email} to confirm the address` };
    },
    { isSecret: true, writesPerMinute: addressesPerMinute },
  );

  serve(
    app,
    confirmEmail,
    async ({ body, request }) => {
      const confirm = inTransaction(db, async (transaction) => {
        const change = await takeAddressChange(transaction, confirming, body.token, wallNow());
        if (!change) throw conflict(linkOver);
        const { account, newEmail } = change;
        // An operator has no link to confirm.
        if (account.organizationId === null) throw conflict(linkOver);
        const key = { organizationId: account.organizationId, id: account.id };
        const origin = { network: request.ip, requestId: request.id, credential: null };
        const actor = systemActor('confirm-address', origin, account.id);
        await noteAddressChange(transaction, actor, { account, newEmail, now: wallNow() });
        await changeAddress(transaction, actor, key, newEmail);
        return account.id;
      });
      const userId = await confirm.catch((error: unknown) => {
        // Whoever has the link has the mailbox, so this tells nobody else of the other account.
        if (error instanceof EmailTaken) throw conflict('Another account has this address by now.');
        throw error;
      });
      logChange(request, 'address-changed', userId);
      return { message: 'Your address is confirmed. Sign in with it from now on.' };
    },
    { isSecret: true },
  );
}

function checked(before: StoredPerson, input: ProfileInput): ProfileInput {
  const person = {
    firstName: input.firstName.normalize('NFC').trim(),
    lastName: input.lastName.normalize('NFC').trim(),
    phoneNumber: input.phoneNumber,
  };
  const timeZone = ianaTimeZone(input.timeZone);
  const { email, userName, smsNotifications } = before;
  const errors = {
    ...checkAccountPerson({ ...person, email, userName, smsNotifications }),
    ...(timeZone === null ? noSuchTimeZone : {}),
  };
  if (timeZone === null || Object.keys(errors).length > 0) throw invalid(errors);
  return {
    ...person,
    timeZone,
    phoneNumber: person.phoneNumber === null ? null : e164(person.phoneNumber),
  };
}

async function present(db: Database, person: StoredPerson): Promise<Profile> {
  const { firstName, lastName, email, phoneNumber, timeZone, groupName, revision } = person;
  return {
    ...{ firstName, lastName, email, phoneNumber, revision, siteName: groupName },
    timeZone: ianaTimeZone(timeZone) ?? timeZone,
    newEmail: await findPendingAddress(db, person.id, wallNow()),
  };
}
