import { type BodyOf, checkSetupCode, setUp } from '@allclear/contract';
import { checkSetup, ianaTimeZone, installationChain } from '@allclear/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  changePassword,
  checkNewPassword,
  countGuess,
  forgetGuesses,
  guessWindowMs,
  hashPassword,
  noteActivation,
  waitText,
} from '../identity/index.ts';
import { insertOrganization } from '../operator/index.ts';
import { insertAccount } from '../people/index.ts';
import { type Actor, systemActor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { wallNow } from '../platform/clock/clock.ts';
import { inTransaction } from '../platform/database/database.ts';
import { clientNetwork } from '../platform/http/client-network.ts';
import { ApiError, conflict, invalid } from '../platform/http/errors.ts';
import { logSecurity } from '../platform/http/security-log.ts';
import { serve } from '../platform/http/serve.ts';
import type { Platform } from '../platform/subject.ts';
import type { SetupState } from './setup-state.ts';
import { AlreadySetUp, beginSetup } from './store.ts';

const actor = systemActor('setup');

/** Wrong codes of one network within `guessWindowMs`, as of passwords. */
const guesses = 5;
const callsPerMinute = 30;

interface SetupNeeds extends Pick<Platform, 'db' | 'clock' | 'settings'> {
  readonly state: SetupState;
}

/** The first run: nobody is signed in, and the code says that the caller may read the data folder. */
export function setupRoutes(app: FastifyInstance, needs: SetupNeeds): void {
  const limits = { isSecret: true, writesPerMinute: callsPerMinute };

  serve(
    app,
    checkSetupCode,
    async ({ body, request, reply }) => {
      await requireCode(needs, request, reply, body.code);
      await inTransaction(needs.db, (transaction) =>
        appendAudit(transaction, setupActor(request), {
          ...{ chain: installationChain, action: 'setup.code-checked', recordId: null, now: null },
        }),
      );
      return { message: 'The code is right' };
    },
    limits,
  );

  serve(
    app,
    setUp,
    async ({ body, request, reply }) => {
      await requireCode(needs, request, reply, body.code);
      const draft = await checkedDraft(body, needs.settings);
      const userId = await store(needs, setupActor(request), draft).catch((error: unknown) => {
        throw error instanceof AlreadySetUp ? alreadySetUp() : error;
      });
      logSecurity(request.log, { event: 'set-up', userId, network: clientNetwork(request) });
      // It is closed from now on, and its file goes.
      await needs.state.isOpen();
      return { message: `${draft.name} is set up` };
    },
    limits,
  );
}

/** Whoever has the setup code. */
function setupActor(request: FastifyRequest): Actor {
  return systemActor('setup', { network: request.ip, requestId: request.id, credential: null });
}

const alreadySetUp = () => conflict('This installation is set up already.');

/** Throws unless the setup is open and its code was typed. Every guess counts before it is looked at. */
async function requireCode(
  { db, state }: SetupNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  typed: string,
): Promise<void> {
  if (!(await state.isOpen())) throw alreadySetUp();
  const network = clientNetwork(request);
  const subject = `setup ${network}`;
  const waitMs = await countGuess(db, actor, subject, guesses, guessWindowMs, wallNow());
  if (waitMs > 0) {
    reply.header('retry-after', Math.ceil(waitMs / 1_000));
    throw new ApiError(429, 'too-many-requests', waitText(waitMs));
  }
  if (!state.isCode(typed)) {
    logSecurity(request.log, { event: 'setup-failed', network });
    throw invalid({ Code: ['This is not the setup code'] });
  }
  await forgetGuesses(db, actor, subject);
}

type Draft = Awaited<ReturnType<typeof checkedDraft>>;

/** The fields as they are stored, with the hash of the password; null where an external issuer has the passwords. */
async function checkedDraft(body: BodyOf<typeof setUp>, { oidc }: SetupNeeds['settings']) {
  const trimmed = (text: string | undefined) => (text ?? '').normalize('NFC').trim();
  const draft = {
    name: trimmed(body.name),
    supportEmail: trimmed(body.supportEmail),
    supportPhone: trimmed(body.supportPhone),
    firstName: trimmed(body.firstName),
    lastName: trimmed(body.lastName),
    email: trimmed(body.email),
  };
  const timeZone = ianaTimeZone(body.timeZone);
  const { password = '', confirmedPassword = '' } = body;
  const problems = oidc === null ? await checkNewPassword(password, draft) : [];
  const errors = {
    ...checkSetup({ ...draft, timeZone: body.timeZone }),
    ...(problems.length > 0 ? { Password: problems } : {}),
    ...(oidc !== null || password === confirmedPassword
      ? {}
      : { ConfirmedPassword: ['The two passwords are not the same.'] }),
  };
  if (timeZone === null || Object.keys(errors).length > 0) throw invalid(errors);
  return { ...draft, timeZone, passwordHash: oidc === null ? await hashPassword(password) : null };
}

/** Stores all of it or nothing. Returns the id of the Super Admin; throws `AlreadySetUp`. */
function store({ db, clock }: SetupNeeds, actor: Actor, { passwordHash, ...draft }: Draft): Promise<string> {
  const { name, timeZone, supportEmail, supportPhone, firstName, lastName, email } = draft;
  return inTransaction(db, async (transaction) => {
    await beginSetup(transaction, actor);
    const organizationId = await insertOrganization(transaction, actor, {
      ...{ name, companyType: null, supportEmail, supportPhone, defaultTimeZone: timeZone },
      now: clock.now(),
    });
    const { id } = await insertAccount(
      transaction,
      actor,
      organizationId,
      {
        ...{ firstName, lastName, email, userName: email, phoneNumber: null, timeZone, groupId: null },
        ...{ role: 'super-admin', smsNotifications: false, emailNotifications: true, isActive: true },
      },
      clock.now(),
      null,
    );
    const now = wallNow();
    if (passwordHash !== null) await changePassword(transaction, actor, { userId: id, passwordHash, now });
    await noteActivation(transaction, actor, id, now);
    await appendAudit(transaction, actor, {
      ...{ chain: installationChain, action: 'setup.completed', recordId: organizationId, now: clock.now() },
      after: { name, timeZone, supportEmail, supportPhone, superAdminId: id },
    });
    return id;
  });
}
