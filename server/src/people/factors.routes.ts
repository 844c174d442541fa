import {
  beginPasskey,
  beginTotp,
  confirmPasskey,
  confirmTotp,
  getFactorRoles,
  getFactors,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  resetFactors,
  saveFactorRoles,
} from '@allclear/contract';
import { isRole, mayManage, type Role, roles } from '@allclear/domain';
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  type Account,
  accountById,
  checkOwnPassword,
  confirmPasskey as confirmStoredPasskey,
  confirmTotp as confirmStoredTotp,
  type Enrolled,
  type FactorContext,
  noteFactorOffer,
  offerPasskey,
  offerTotp,
  readFactorRoleSettings,
  readFactors,
  relyingPartyOf,
  removeFactor,
  renewRecoveryCodes as renewStoredCodes,
  resetFactors as resetStoredFactors,
  type StoredFactorRoles,
  saveFactorRoles as saveStoredRoles,
} from '../identity/index.ts';
import { actorOf } from '../platform/actor.ts';
import { wallNow } from '../platform/clock/clock.ts';
import { conflict, forbidden, notFound } from '../platform/http/errors.ts';
import { type OperatorPrincipal, type Principal, serve } from '../platform/http/serve.ts';
import {
  type AccountContext,
  logChange,
  refused,
  refuseForNow,
  requireOwnProvider,
  requireOwnSession,
} from './own-session.ts';
import { visiblePerson } from './visible-people.ts';

const required = 'A second step at sign-in is required of you. Add another one first.';

/** The second factors of the own account, those of others as far as they are reset, and of whom they are required. */
export function factorRoutes(app: FastifyInstance, context: AccountContext): void {
  totpRoutes(app, context);
  passkeyRoutes(app, context);
  settingRoutes(app, context);
  const { db } = context;

  serve(app, getFactors, async ({ principal }) => {
    const factors = await readFactors(db, principal.userId);
    const { rpId: here } = relyingPartyOf(context.settings.url);
    return {
      managedBy: context.settings.oidc === null ? ('allclear' as const) : ('issuer' as const),
      totp: factors.totp !== null,
      passkeys: factors.passkeys.map(({ id, name, createdAt, lastUsedAt, rpId }) => ({
        ...{ id, name, createdUtc: createdAt.toISOString(), lastUsedUtc: lastUsedAt?.toISOString() ?? null },
        isUsable: rpId === here,
      })),
      recoveryCodesLeft: factors.recoveryCodesLeft,
      isRequired: factors.isRequired,
    };
  });

  serve(
    app,
    renewRecoveryCodes,
    async ({ principal, body, request, reply }) => {
      await requirePassword(context, principal, body.currentPassword, reply);
      const codes = await renewStoredCodes(contextOf(context), actorOf(principal), principal.userId);
      if (codes === null) throw conflict('Set up an authenticator app or a passkey first.');
      logChange(request, 'factors-changed', principal.userId);
      return { recoveryCodes: [...codes] };
    },
    { isSecret: true },
  );

  serve(app, resetFactors, async ({ principal, body, request }) => {
    requireOwnProvider(context);
    const person = await visiblePerson(db, principal, body.id);
    if (!isRole(person.role) || !mayManage(principal.role, person.role)) throw forbidden();
    if (!roles[person.role].signsIn) throw conflict('This person does not sign in.');
    await resetStoredFactors(db, actorOf(principal), { account: person, now: wallNow() });
    logChange(request, 'factors-reset', person.id);
    return { message: 'Second factors reset' };
  });
}

function totpRoutes(app: FastifyInstance, context: AccountContext): void {
  serve(
    app,
    beginTotp,
    async ({ principal, body, reply }) => {
      const account = await requirePassword(context, principal, body.currentPassword, reply);
      const { qr, ...offer } = offerTotp(contextOf(context), account);
      await noteFactorOffer(context.db, actorOf(principal), account.id, 'totp');
      return { ...offer, qr: [...qr] };
    },
    { isSecret: true },
  );
  serve(
    app,
    confirmTotp,
    async ({ principal, body, request }) => {
      const account = await ownAccount(context, principal);
      const { pending, code } = body;
      const enrolled = await confirmStoredTotp(contextOf(context), actorOf(principal), {
        account,
        pending,
        code,
      });
      const answer = answerOf(enrolled, 'Code', 'That code is not right');
      logChange(request, 'factors-changed', principal.userId);
      return { message: 'Authenticator app set up', ...answer };
    },
    { isSecret: true },
  );
  serve(
    app,
    removeTotp,
    async ({ principal, body, request, reply }) => {
      await requirePassword(context, principal, body.currentPassword, reply);
      await remove(context, principal, 'totp');
      logChange(request, 'factors-changed', principal.userId);
      return { message: 'Authenticator app removed' };
    },
    { isSecret: true },
  );
}

function passkeyRoutes(app: FastifyInstance, context: AccountContext): void {
  serve(
    app,
    beginPasskey,
    async ({ principal, body, reply }) => {
      const account = await requirePassword(context, principal, body.currentPassword, reply);
      const { pending, options } = await offerPasskey(contextOf(context), account);
      await noteFactorOffer(context.db, actorOf(principal), account.id, 'passkey');
      return { pending, options: { ...options } };
    },
    { isSecret: true },
  );
  serve(
    app,
    confirmPasskey,
    async ({ principal, body, request }) => {
      const account = await ownAccount(context, principal);
      const enrolled = await confirmStoredPasskey(contextOf(context), actorOf(principal), {
        account,
        ...body,
      });
      const answer = answerOf(enrolled, 'ServerError', 'That passkey cannot be added');
      logChange(request, 'factors-changed', principal.userId);
      return { message: 'Passkey added', ...answer };
    },
    { isSecret: true },
  );
  serve(
    app,
    removePasskey,
    async ({ principal, body, request, reply }) => {
      await requirePassword(context, principal, body.currentPassword, reply);
      await remove(context, principal, { passkeyId: body.id });
      logChange(request, 'factors-changed', principal.userId);
      return { message: 'Passkey removed' };
    },
    { isSecret: true },
  );
}

/** On the wire a role is its hierarchy number. */
function settingRoutes(app: FastifyInstance, { db, settings }: AccountContext): void {
  const numbersOf = (names: readonly string[]) =>
    names.flatMap((name) => (isRole(name) ? roles[name].hierarchy : [])).toSorted((a, b) => a - b);
  const present = ({ roles: names, revision }: StoredFactorRoles) => ({
    roles: numbersOf(names),
    managedBy: settings.oidc === null ? ('allclear' as const) : ('issuer' as const),
    revision,
  });
  serve(app, getFactorRoles, async ({ principal }) =>
    present(await readFactorRoleSettings(db, principal.organizationId)),
  );
  serve(app, saveFactorRoles, async ({ principal, body }) => {
    requireOwnProvider({ settings });
    const chosen = (Object.keys(roles) as Role[]).filter((role) =>
      body.roles.includes(roles[role].hierarchy),
    );
    const key = { organizationId: principal.organizationId, revision: body.revision };
    return present(await saveStoredRoles(db, actorOf(principal), key, chosen));
  });
}

function contextOf({ db, secrets, settings }: AccountContext): FactorContext {
  return { db, secrets, party: relyingPartyOf(settings.url), now: wallNow() };
}

async function ownAccount(
  context: AccountContext,
  principal: Principal | OperatorPrincipal,
): Promise<Account> {
  requireOwnSession(context, principal);
  const account = await accountById(context.db, principal.userId);
  if (!account) throw forbidden();
  return account;
}

/** The account of the caller, who has given the password too. */
async function requirePassword(
  context: AccountContext,
  principal: Principal | OperatorPrincipal,
  password: string,
  reply: FastifyReply,
): Promise<Account> {
  requireOwnSession(context, principal);
  const check = await checkOwnPassword(context.db, { userId: principal.userId, password, now: wallNow() });
  if (check.kind === 'wait') refuseForNow(reply, check.waitMs);
  if (check.kind === 'wrong') {
    const sentence = 'The current password is not right.';
    throw refused(sentence, { CurrentPassword: [sentence] });
  }
  return check.account;
}

async function remove(
  context: AccountContext,
  principal: Principal | OperatorPrincipal,
  factor: 'totp' | { passkeyId: string },
): Promise<void> {
  const { userId } = principal;
  const removal = await removeFactor(contextOf(context), actorOf(principal), { userId, factor });
  if (removal === 'none') throw notFound(factor === 'totp' ? 'The authenticator app' : 'The passkey');
  if (removal === 'required') throw conflict(required);
}

function answerOf(enrolled: Enrolled, label: string, problem: string): { recoveryCodes: string[] } {
  if (enrolled.kind === 'done') return { recoveryCodes: [...enrolled.recoveryCodes] };
  const sentence = enrolled.kind === 'over' ? 'This took too long. Please begin again' : problem;
  throw refused(sentence, { [label]: [sentence] });
}
