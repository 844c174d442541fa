import {
  addNotificationUser,
  deleteNotificationUser,
  getEmailSubscriptions,
  listNotificationUsers,
  listUsers,
  updateNotificationUser,
} from '@allclear/contract';
import { checkNotificationPerson, e164, ianaTimeZone } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { conflict, invalid, notFound } from '../platform/http/errors.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import { serve } from '../platform/http/serve.ts';
import { createPeopleLists } from './list/people-lists.ts';
import { presentUser } from './present-user.ts';
import {
  changeNotificationUser,
  EmailTaken,
  insertNotificationUser,
  type NotificationUserInput,
  removeNotificationUser,
  type StoredPerson,
  UnknownGroup,
} from './users.store.ts';
import { groupOf, requireWithin, visiblePeople, visiblePerson } from './visible-people.ts';

/**
 * The people of an organization, and those of them who only receive notifications (spec 2 sections 3, 5, 6,
 * 7). For an Assistant Admin only people of the own group exist.
 */
export function userRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  const lists = { db, listUsers: createPeopleLists(db) };
  serve(app, listUsers, async ({ principal }) => [...(await visiblePeople(lists, principal, false))]);
  serve(app, listNotificationUsers, async ({ principal }) => [
    ...(await visiblePeople(lists, principal, true)),
  ]);

  serve(app, addNotificationUser, async ({ principal, body }) => {
    const group = await groupOf(db, principal);
    // A caller who may add to one group only can leave it out.
    const groupId = blankToNull(body.siteId) ?? (group === 'any' ? null : group);
    const input = checkedNotificationUser(
      { ...body, email: blankToNull(body.email), phoneNumber: blankToNull(body.phoneNumber), groupId },
      group,
    );
    const { organizationId } = principal;
    const added = insertNotificationUser(db, actorOf(principal), organizationId, input, clock.now());
    const person = await added.catch(explainRefusal);
    return { message: 'User added', user: presentUser(person) };
  });

  serve(app, updateNotificationUser, async ({ principal, body }) => {
    const group = await groupOf(db, principal);
    const change = (before: StoredPerson) => {
      requireWithin(group, before);
      return checkedNotificationUser(
        {
          firstName: body.firstName ?? before.firstName,
          lastName: body.lastName ?? before.lastName,
          email: body.email === undefined ? before.email : blankToNull(body.email),
          phoneNumber: body.phoneNumber === undefined ? before.phoneNumber : blankToNull(body.phoneNumber),
          timeZone: body.timeZone ?? before.timeZone,
          groupId: body.siteId === undefined ? before.groupId : blankToNull(body.siteId),
          smsNotifications: body.smsNotifications ?? before.smsNotifications,
          emailNotifications: body.emailNotifications ?? before.emailNotifications,
        },
        group,
      );
    };
    const key = { ...keyOf(principal, body.id), revision: body.revision };
    const changed = changeNotificationUser(db, actorOf(principal), key, change, clock.now());
    const person = await changed.catch(explainRefusal);
    if (!person) throw notFound('The user');
    return { message: 'User updated', user: presentUser(person) };
  });

  serve(app, deleteNotificationUser, async ({ principal, params }) => {
    const { id } = await visiblePerson(db, principal, params.id, true);
    const actor = actorOf(principal);
    if (!(await removeNotificationUser(db, actor, keyOf(principal, id), clock.now())))
      throw notFound('The user');
    return { id, message: 'User deleted' };
  });

  serve(app, getEmailSubscriptions, async ({ principal, params }) => {
    const { email, emailSuppressedAt: at } = await visiblePerson(db, principal, params.id);
    return email === null ? [] : [{ email, suppressed: at !== null, suppressedAt: isoTime(at) }];
  });
}

export const noSuchGroup = { SiteId: ['There is no such user group'] };

export const noSuchTimeZone = {
  TimeZone: ['Time zone must be Central, Eastern, Mountain, Pacific or an IANA name like America/Phoenix'],
};

/**
 * The fields as they are stored: trimmed, the number in E.164, the time zone by its IANA name; a group that
 * the caller may not read counts as none.
 */
export function checkedNotificationUser(
  draft: NotificationUserInput,
  group: string | null,
): NotificationUserInput {
  const person = {
    ...draft,
    firstName: draft.firstName.normalize('NFC').trim(),
    lastName: draft.lastName.normalize('NFC').trim(),
  };
  const timeZone = ianaTimeZone(draft.timeZone);
  const groupId = draft.groupId?.toLowerCase() ?? null;
  const errors = {
    ...checkNotificationPerson(person),
    ...(timeZone === null ? noSuchTimeZone : {}),
    ...(group === 'any' || (groupId !== null && groupId === group) ? {} : noSuchGroup),
  };
  if (timeZone === null || Object.keys(errors).length > 0) throw invalid(errors);
  return {
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    phoneNumber: person.phoneNumber === null ? null : e164(person.phoneNumber),
    timeZone,
    groupId,
    smsNotifications: person.smsNotifications,
    emailNotifications: person.emailNotifications,
  };
}

/** Forms send what was left empty as an empty text. */
export function blankToNull(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

/** The answer to a change that the store refused. */
export function explainRefusal(error: unknown): never {
  if (error instanceof EmailTaken) {
    const sentence = 'Somebody of your organization has this email address already';
    throw conflict(sentence, { Email: [sentence] });
  }
  if (error instanceof UnknownGroup) throw invalid(noSuchGroup);
  throw error;
}
