import {
  addUser,
  type BodyOf,
  deleteUser,
  demoteUser,
  listRoles,
  promoteNotificationUser,
  setUserRole,
  updateUser,
} from '@allclear/contract';
import {
  checkAccountPerson,
  e164,
  ianaTimeZone,
  isRole,
  mayManage,
  type Role,
  roleNumber,
  roleOfNumber,
  roles,
} from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { type InvitationContext, inviteUser } from '../identity/index.ts';
import { actorOf } from '../platform/actor.ts';
import { type Database, inTransaction } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { ApiError, conflict, forbidden, invalid, notFound } from '../platform/http/errors.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import { hasMail } from '../platform/settings/base-settings.ts';
import type { Platform } from '../platform/subject.ts';
import {
  type AccountContext,
  type AccountInput,
  changeAccount,
  demoteAccount,
  insertAccount,
  promoteToAccount,
  removeAccount,
} from './accounts.store.ts';
import { presentUser } from './present-user.ts';
import { blankToNull, explainRefusal, noSuchGroup, noSuchTimeZone } from './users.routes.ts';
import type { StoredPerson } from './users.store.ts';
import { groupOf, requireWithin } from './visible-people.ts';

export interface AccountRoutesNeeds extends Pick<Platform, 'db' | 'clock'>, InvitationContext {
  /** Wall time (epoch ms), by which sign-ins end. */
  wallNow: () => number;
}

/**
 * The people of an organization who sign in (spec 2 sections 3 to 8). Only people of a lower rank are changed,
 * by an Assistant Admin only those of the own group.
 */
export function accountRoutes(app: FastifyInstance, needs: AccountRoutesNeeds): void {
  const { db, clock, settings, wallNow } = needs;
  // Without mail the link of an invitation is shown to whoever asks for it (`sendActivationEmail`).
  const invite = async (transaction: Database, principal: Principal, userId: string) => {
    if (hasMail(settings))
      await inviteUser(transaction, actorOf(principal), needs, { userId, now: wallNow() });
  };

  serve(app, listRoles, async () =>
    (Object.keys(roles) as Role[]).map((role) => {
      const { displayName, hierarchy } = roles[role];
      return { id: roleNumber(role), name: displayName, displayName, hierarchy };
    }),
  );

  serve(app, addUser, async ({ principal, body, request }) => {
    const group = await groupOf(db, principal);
    const input = checkedAccount(draftOf(body, undefined, group), { principal, group });
    const { organizationId } = principal;
    const added = inTransaction(db, async (transaction) => {
      const person = await insertAccount(transaction, actorOf(principal), organizationId, input, clock.now());
      await invite(transaction, principal, person.id);
      return person;
    });
    const user = presentUser(await added.catch(explainRefusal));
    const message = 'User added';
    return request.headers.returnuser === undefined
      ? { id: user.id, message }
      : { id: user.id, message, user };
  });

  serve(app, promoteNotificationUser, async ({ principal, body }) => {
    const group = await groupOf(db, principal);
    const change = (before: StoredPerson) => {
      requireWithin(group, before);
      const email = body.email === undefined ? before.email : body.email;
      return checkedAccount(draftOf({ ...body, userName: email }, before, group), { principal, group });
    };
    const key = { ...keyOf(principal, body.id), revision: body.revision };
    const promoted = inTransaction(db, async (transaction) => {
      const person = await promoteToAccount(transaction, actorOf(principal), key, change, clock.now());
      if (person) await invite(transaction, principal, person.id);
      return person;
    });
    const person = await promoted.catch(explainRefusal);
    if (!person) throw notFound('The user');
    return { message: 'Successfully promoted to full user', user: presentUser(person) };
  });

  changeRoutes(app, needs);
  removalRoutes(app, needs);
}

function changeRoutes(app: FastifyInstance, { db, clock, wallNow }: AccountRoutesNeeds): void {
  const change = async (principal: Principal, body: BodyOf<typeof updateUser>) => {
    const group = await groupOf(db, principal);
    const changed = changeAccount(
      db,
      actorOf(principal),
      { ...keyOf(principal, body.id), revision: body.revision },
      (before, context) => {
        requireMayChange(principal, group, before, context);
        const input = checkedAccount(draftOf(body, before, group), { principal, group, before });
        // Whoever sets the address gets the link to a new password.
        if (principal.impersonatedBy !== null && input.email !== before.email) throw forbidden();
        return input;
      },
      { now: clock.now(), wallNow: wallNow() },
    );
    const person = await changed.catch(explainRefusal);
    if (!person) throw notFound('The user');
    return { message: 'User updated', user: presentUser(person) };
  };
  serve(app, updateUser, ({ principal, body }) => change(principal, body));
  serve(app, setUserRole, ({ principal, body: { userId, roleId, revision } }) =>
    change(principal, { id: userId, roleId, revision }),
  );
}

function removalRoutes(app: FastifyInstance, { db, clock, wallNow }: AccountRoutesNeeds): void {
  const guardOf = async (principal: Principal) => {
    const group = await groupOf(db, principal);
    return (before: StoredPerson, context: AccountContext) =>
      requireMayChange(principal, group, before, context);
  };
  const times = () => ({ now: clock.now(), wallNow: wallNow() });

  serve(app, deleteUser, async ({ principal, params: { id } }) => {
    const guard = await guardOf(principal);
    if (!(await removeAccount(db, actorOf(principal), keyOf(principal, id), guard, times())))
      throw notFound('The user');
    return { id, message: 'User deleted' };
  });

  serve(app, demoteUser, async ({ principal, body, query }) => {
    const id = body?.id ?? query.id;
    if (id === undefined) throw invalid({ Id: ['Id is required'] });
    const key = { ...keyOf(principal, id), revision: body?.revision };
    const person = await demoteAccount(db, actorOf(principal), key, await guardOf(principal), times());
    if (!person) throw notFound('The user');
    return { message: 'User changed to Notification Only', user: presentUser(person) };
  });
}

/**
 * Throws unless the caller may change, demote and delete this person: those of the own group for an Assistant
 * Admin, never the own account, never the last Super Admin, only people of a lower rank.
 */
export function requireMayChange(
  principal: Principal,
  group: string | null,
  before: StoredPerson,
  { isLastSuperAdmin }: AccountContext,
): void {
  if (before.id === principal.userId)
    throw conflict('You cannot change, demote or delete your own account here.');
  requireWithin(group, before);
  if (isLastSuperAdmin) throw conflict('An organization keeps at least one active Super Admin.');
  if (!isRole(before.role) || !mayManage(principal.role, before.role)) throw forbidden();
}

/** What is read of a stored account before it is changed. */
export type AccountBefore = Pick<StoredPerson, 'id' | 'role' | keyof AccountInput>;

/** The fields of a request on what is stored; `undefined` before for a new account. */
type Draft = Omit<AccountInput, 'role' | 'email'> & { email: string | null; roleId: number };

export function draftOf(
  body: Partial<BodyOf<typeof updateUser>>,
  before: AccountBefore | undefined,
  group: string | null,
): Draft {
  const email = body.email === undefined ? (before?.email ?? null) : blankToNull(body.email);
  // A caller who may add to one group only can leave it out.
  const ownGroup = group === 'any' ? null : group;
  const role = before && isRole(before.role) ? before.role : 'customer';
  return {
    firstName: (body.firstName ?? before?.firstName ?? '').normalize('NFC').trim(),
    lastName: (body.lastName ?? before?.lastName ?? '').normalize('NFC').trim(),
    email,
    userName: userNameOf(blankToNull(body.userName), email, before),
    phoneNumber:
      body.phoneNumber === undefined ? (before?.phoneNumber ?? null) : blankToNull(body.phoneNumber),
    timeZone: body.timeZone ?? before?.timeZone ?? '',
    groupId:
      (body.siteId === undefined ? (before?.groupId ?? ownGroup) : blankToNull(body.siteId))?.toLowerCase() ??
      null,
    roleId: body.roleId ?? roleNumber(role),
    smsNotifications: body.smsNotifications ?? before?.smsNotifications ?? false,
    emailNotifications: body.emailNotifications ?? before?.emailNotifications ?? true,
    isActive: body.isActive ?? before?.isActive ?? true,
  };
}

/** A user name that equals the email address changes with it (spec 2 section 5). */
function userNameOf(asked: string | null, email: string | null, before: AccountBefore | undefined): string {
  const stored = before && before.userName !== before.email ? before.userName : null;
  const isUnchanged = asked === null || asked === before?.userName;
  return (isUnchanged ? stored : asked) ?? email ?? '';
}

interface CheckedFor {
  principal: Principal;
  /** The only group that the caller may write, or 'any'. */
  group: string | null;
  /** The stored account; undefined for a new one. */
  before?: AccountBefore;
}

/**
 * The fields as they are stored: trimmed, the number in E.164, the time zone by its IANA name. A group that the
 * caller may not read counts as none; an account from before groups were required may stay without one.
 */
export function checkedAccount(
  { roleId, ...draft }: Draft,
  { principal, group, before }: CheckedFor,
): AccountInput {
  const role = roleOfNumber(roleId);
  const timeZone = ianaTimeZone(draft.timeZone);
  const groupError = groupErrorOf(draft.groupId, { group, before });
  const errors = {
    ...checkAccountPerson(draft),
    ...(timeZone === null ? noSuchTimeZone : {}),
    ...(role !== null && roles[role].signsIn
      ? {}
      : { RoleId: ['Permission level must be one of somebody who signs in'] }),
    ...groupError,
  };
  if (role === null || timeZone === null || draft.email === null || Object.keys(errors).length > 0)
    throw invalid(errors);
  if (!mayManage(principal.role, role)) {
    const sentence = 'You can only give permission levels below your own';
    throw new ApiError(403, 'forbidden', sentence, { errors: { RoleId: [sentence] } });
  }
  return {
    ...draft,
    email: draft.email,
    role,
    timeZone,
    phoneNumber: draft.phoneNumber === null ? null : e164(draft.phoneNumber),
  };
}

function groupErrorOf(
  groupId: string | null,
  { group, before }: Pick<CheckedFor, 'group' | 'before'>,
): Record<string, string[]> {
  if (groupId === null)
    return before && before.groupId === null ? {} : { SiteId: ['User group is required'] };
  return group === 'any' || groupId === group ? {} : noSuchGroup;
}
