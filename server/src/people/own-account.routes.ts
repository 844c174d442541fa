import {
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  sendActivationEmail,
} from '@allclear/contract';
import { isRole, mayManage } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import {
  changeOwnPassword,
  deviceName,
  endSessions,
  endSession as endStoredSession,
  type Invitation,
  inviteUser,
  listSessions as listStoredSessions,
} from '../identity/index.ts';
import { type Actor, actorOf } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { wallNow } from '../platform/clock/clock.ts';
import { inTransaction } from '../platform/database/database.ts';
import { conflict, forbidden, notFound } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { type AccountContext, logChange, refused, refuseForNow, requireOwnSession } from './own-session.ts';
import type { StoredPerson } from './users.store.ts';
import { visiblePerson } from './visible-people.ts';

const notInvited = 'Unable to send invite email.';
const reasons = {
  activated: 'This person has chosen a password already.',
  issuer: 'Sign-in is managed by your organization’s identity provider.',
  'no-account': 'This person cannot sign in.',
} as const;

/** Invitations, the own password and the own sessions (spec 2 sections 3, 7, 8). */
export function ownAccountRoutes(app: FastifyInstance, context: AccountContext): void {
  const { db } = context;

  serve(app, sendActivationEmail, async ({ principal, query }) => {
    const person = await visiblePerson(db, principal, query.id);
    // Without mail the link is in the answer: it must lead to no account above the caller's.
    if (!isRole(person.role) || !mayManage(principal.role, person.role)) throw forbidden();
    const invitation = await inviteAgain(context, actorOf(principal), person);
    if (invitation.kind === 'refused')
      throw conflict(notInvited, { ServerError: [reasons[invitation.reason]] });
    const { link } = invitation;
    return { message: link === null ? 'Invite email sent!' : 'Invite link created', link };
  });

  serve(
    app,
    changePassword,
    async ({ principal, body, request, reply }) => {
      const keptGrantId = requireOwnSession(context, principal);
      if (body.userId.toLowerCase() !== principal.userId) throw notFound('The user');
      const change = await changeOwnPassword(db, actorOf(principal), {
        userId: principal.userId,
        current: body.currentPassword,
        next: body.newPassword,
        repeated: body.confirmedNewPassword,
        keptGrantId,
        now: wallNow(),
      });
      if (change.kind === 'wait') refuseForNow(reply, change.waitMs);
      if (change.kind === 'refused') {
        throw refused('Error changing password', {
          ...{ CurrentPassword: change.current, NewPassword: change.next },
          ConfirmedNewPassword: change.repeated,
        });
      }
      logChange(request, 'password-changed', principal.userId);
      return { message: 'Password changed' };
    },
    { isSecret: true },
  );

  serve(app, listSessions, async ({ principal }) => {
    const grantId = requireOwnSession(context, principal);
    const sessions = await listStoredSessions(db, principal.userId, wallNow());
    return sessions.map((session) => ({
      id: session.uid,
      device: deviceName(session.userAgent),
      network: session.network,
      createdUtc: session.createdAt?.toISOString() ?? null,
      lastUsedUtc: session.lastUsedAt?.toISOString() ?? null,
      isCurrent: session.grantId === grantId,
    }));
  });

  serve(app, endSession, async ({ principal, params }) => {
    requireOwnSession(context, principal);
    const { userId } = principal;
    const ended = await endStoredSession(db, actorOf(principal), { userId, uid: params.id, now: wallNow() });
    if (!ended) throw notFound('The session');
    return { message: 'Session ended' };
  });

  serve(app, endOtherSessions, async ({ principal }) => {
    const grantId = requireOwnSession(context, principal);
    const { userId } = principal;
    const now = wallNow();
    const others = (await listStoredSessions(db, userId, now)).filter((one) => one.grantId !== grantId);
    const uids = others.map(({ uid }) => uid);
    const ended = await endSessions(db, actorOf(principal), { userId, uids, now });
    return { message: 'All other sessions ended', ended };
  });
}

function inviteAgain(
  context: AccountContext,
  actor: Actor,
  { id, organizationId }: StoredPerson,
): Promise<Invitation> {
  return inTransaction(context.db, async (transaction) => {
    const invitation = await inviteUser(transaction, actor, context, { userId: id, now: wallNow() });
    if (invitation.kind === 'invited')
      await appendAudit(transaction, actor, {
        ...{ chain: organizationId, action: 'user.invited', recordId: id, now: null },
        after: { by: invitation.link === null ? 'mail' : 'link' },
      });
    return invitation;
  });
}
