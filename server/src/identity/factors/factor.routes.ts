import type { FastifyInstance, FastifyReply } from 'fastify';
import { clientNetwork } from '../../platform/http/client-network.ts';
import { logSecurity } from '../../platform/http/security-log.ts';
import { field, jsonField, showPage, waitText } from '../pages/forms.ts';
import { errorPage } from '../pages/pages.ts';
import { isSignInValid, maySignIn } from '../principal.ts';
import { accountActor, auditRefusedSignIn, originOf } from '../sessions/audit-sign-in.ts';
import { finishSignIn } from '../sessions/finish-sign-in.ts';
import { challengeOf, type SignInContext, type SignInRequest, type Stage } from '../sign-in-context.ts';
import { type Account, accountById } from '../store.ts';
import { confirmPasskey, confirmTotp, offerPasskey, offerTotp, sameTotpOffer } from './enroll.ts';
import { enrolledPage, enrollPage, secondFactorPage } from './factor-pages.ts';
import { authenticationOptions } from './passkeys.ts';
import { checkCode, checkPasskey, secondFactorOf } from './second-factor.ts';

/** How long a right password counts without the rest, seconds. */
const stageSeconds = 900;

/** The part of a sign-in behind the right password: a second factor, or setting one up. */
export function factorRoutes(forms: FastifyInstance, context: SignInContext): void {
  // Addresses of sign-ins are not logged.
  const options = { logLevel: 'warn' } as const;
  const on = (path: string, step: Stage['step'], act: (at: At) => Promise<FastifyReply>) =>
    forms.post(`/sign-in/:uid/${path}`, options, async (request, reply) => {
      const at = await stageOf(forms, context, request as SignInRequest, reply);
      // A page of before, or of another tab: the sign-in goes on where it is.
      if (at?.stage.step !== step)
        return reply.redirect(`/identity/sign-in/${(request.params as { uid: string }).uid}`, 303);
      return act(at);
    });
  on('second-factor', 'ask', takeFactor);
  on('enroll', 'enroll', takeEnrollment);
  on('continue', 'enrolled', (at) =>
    finishSignIn(forms.log, context, at.request, at.reply, { ...at.stage, account: at.account }),
  );
}

/** A request in the middle of a sign-in. */
interface At {
  readonly forms: FastifyInstance;
  readonly context: SignInContext;
  readonly request: SignInRequest;
  readonly reply: FastifyReply;
  readonly uid: string;
  readonly stage: Stage;
  readonly account: Account;
}

/** Null when the sign-in has to begin anew: it took too long, or the account or its password changed meanwhile. */
async function stageOf(
  forms: FastifyInstance,
  context: SignInContext,
  request: SignInRequest,
  reply: FastifyReply,
): Promise<At | null> {
  const { uid, result } = await context.provider.interactionDetails(...context.asOurs(request, reply));
  const stage = result?.stage as Stage | undefined;
  const account = stage && (await liveAccount(context, stage));
  return stage && account ? { forms, context, request, reply, uid, stage, account } : null;
}

async function liveAccount({ db, wallNow }: SignInContext, stage: Stage): Promise<Account | null> {
  const account = await accountById(db, stage.userId);
  const isOver = wallNow() / 1_000 > stage.ts + stageSeconds;
  return account && !isOver && maySignIn(account) && isSignInValid(account, stage.ts) ? account : null;
}

/** Shows the page at which a sign-in stands. */
export async function showStage(
  context: SignInContext,
  reply: FastifyReply,
  {
    uid,
    stage,
    error,
    status = 200,
    pending,
  }: { uid: string; stage: Stage; error?: string; status?: number; pending?: string },
): Promise<FastifyReply> {
  const { db, party, wallNow } = context;
  const account = await liveAccount(context, stage);
  if (account === null) return reply.redirect(`/identity/sign-in/${uid}?restart`, 303);
  if (stage.step === 'enrolled') return showPage(reply, status, enrolledPage({ uid, recoveryCodes: [] }));
  const at = { ...context, now: wallNow() };
  if (stage.step === 'ask') {
    const { totp, passkeys, recoveryCodesLeft } = (await secondFactorOf(db, account.id)).factors;
    const usable = passkeys.filter(({ rpId }) => rpId === party.rpId);
    const passkey =
      usable.length > 0
        ? await authenticationOptions(party, { passkeys: usable, challenge: challengeOf(context, uid) })
        : null;
    const hasCode = totp !== null || recoveryCodesLeft > 0;
    return showPage(
      reply,
      status,
      secondFactorPage({ uid, hasTotp: totp !== null, hasCode, passkey, ...(error ? { error } : {}) }),
    );
  }
  const totp = (pending ? sameTotpOffer(at, account, pending) : null) ?? offerTotp(at, account);
  const passkey = await offerPasskey(at, account);
  return showPage(reply, status, enrollPage({ uid, totp, passkey, ...(error ? { error } : {}) }));
}

async function takeFactor({
  forms,
  context,
  request,
  reply,
  uid,
  stage,
  account,
}: At): Promise<FastifyReply> {
  const { deviceCookies, wallNow } = context;
  const now = wallNow();
  const network = clientNetwork(request);
  const response = jsonField(request.body?.passkey);
  const device = deviceCookies.read(request.headers.cookie, now);
  const deviceId = device && deviceCookies.hasSignedIn(device, stage.email) ? device.id : null;
  const at = { ...context, now };
  const userId = account.id;
  const check = response
    ? await checkPasskey(at, { response, challenge: challengeOf(context, uid), userId })
    : await checkCode(at, { userId, code: field(request.body?.code).slice(0, 100), deviceId });
  if (check.kind === 'right') {
    const amr = [...stage.amr, check.method, 'mfa'];
    return finishSignIn(forms.log, context, request, reply, { ...stage, account, amr });
  }
  logSecurity(forms.log, {
    event: check.kind === 'wait' ? 'sign-in-throttled' : 'sign-in-failed',
    network,
  });
  const reason = check.kind === 'wait' ? 'throttled' : 'wrong-second-factor';
  await auditRefusedSignIn(context.db, originOf(request), { account, reason, now });
  if (check.kind === 'wait') reply.header('retry-after', Math.ceil(check.waitMs / 1_000));
  const error =
    check.kind === 'wait'
      ? waitText(check.waitMs)
      : response
        ? 'That passkey is not one of this account.'
        : 'That code is not right. Each code works once.';
  return showStage(context, reply, { uid, stage, error, status: check.kind === 'wait' ? 429 : 401 });
}

async function takeEnrollment({
  forms,
  context,
  request,
  reply,
  uid,
  stage,
  account,
}: At): Promise<FastifyReply> {
  const { db, provider, asOurs, wallNow } = context;
  const at = { ...context, now: wallNow() };
  const actor = accountActor(account, originOf(request));
  // Somebody else set one up meanwhile: it has to be used.
  if ((await secondFactorOf(db, account.id)).kind === 'ask')
    return showPage(reply, 409, errorPage('A second factor was set up meanwhile.'));
  const pending = field(request.body?.pending);
  const response = jsonField(request.body?.passkey);
  const enrolled = response
    ? await confirmPasskey(at, actor, { account, pending, name: 'Passkey', response })
    : await confirmTotp(at, actor, { account, pending, code: field(request.body?.code) });
  if (enrolled.kind !== 'done') {
    const wrong = response
      ? 'That passkey could not be added.'
      : 'That code is not right. Wait for the next one.';
    const error = enrolled.kind === 'over' ? 'This took too long. Please begin again.' : wrong;
    return showStage(context, reply, { uid, stage, error, status: 400, ...(response ? {} : { pending }) });
  }
  const amr = [...stage.amr, response ? 'hwk' : 'otp', 'mfa'];
  const next: Stage = { ...stage, step: 'enrolled', amr };
  await provider.interactionResult(
    ...asOurs(request, reply),
    { stage: next },
    { mergeWithLastSubmission: false },
  );
  const network = clientNetwork(request);
  logSecurity(forms.log, { event: 'factors-changed', userId: account.id, network });
  return showPage(reply, 200, enrolledPage({ uid, recoveryCodes: enrolled.recoveryCodes }));
}
