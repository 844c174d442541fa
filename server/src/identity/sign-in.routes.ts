import type { FastifyInstance, FastifyReply } from 'fastify';
import { clientNetwork } from '../platform/http/client-network.ts';
import { logSecurity } from '../platform/http/security-log.ts';
import { factorRoutes, showStage } from './factors/factor.routes.ts';
import { checkPasskey, secondFactorOf } from './factors/second-factor.ts';
import { acceptForms, field, jsonField, waitText } from './pages/forms.ts';
import { maySignIn, signInSeconds } from './principal.ts';
import { auditRefusedSignIn, originOf } from './sessions/audit-sign-in.ts';
import { finishSignIn } from './sessions/finish-sign-in.ts';
import { tryPassword } from './sign-in.ts';
import { challengeOf, type SignInContext, type SignInRequest, type Stage } from './sign-in-context.ts';
import { showForm, typedEmail } from './sign-in-form.ts';
import { ssoRoutes } from './single-sign-on/sso.routes.ts';
import { hasSso, readSso } from './single-sign-on/sso-config.store.ts';
import { type Account, accountByEmail, accountById } from './store.ts';

/** The sign-in form of the embedded identity provider and its answers. */
export async function signInRoutes(forms: FastifyInstance, context: SignInContext): Promise<void> {
  const { provider, asOurs } = context;
  acceptForms(forms);
  // Addresses of sign-ins are not logged.
  const options = { logLevel: 'warn' } as const;

  forms.get<{ Params: { uid: string }; Querystring: { restart?: string } }>(
    '/sign-in/:uid',
    options,
    async (request, reply) => {
      const interaction = await provider.interactionDetails(...asOurs(request, reply));
      const { uid, result, params } = interaction;
      if (result?.stage && request.query.restart === undefined)
        return showStage(context, reply, { uid, stage: result.stage as Stage });
      if (result?.stage)
        await provider.interactionResult(...asOurs(request, reply), {}, { mergeWithLastSubmission: false });
      const hint = params.login_hint;
      const hinted = typeof hint === 'string' ? hint.slice(0, 320) : '';
      const email = request.query.restart === undefined ? typedEmail(result) || hinted : '';
      return showForm(context, request, reply, 200, { uid, email });
    },
  );

  forms.post('/sign-in/:uid', options, (request, reply) =>
    takePassword(forms, context, request as SignInRequest, reply),
  );
  forms.post('/sign-in/:uid/passkey', options, (request, reply) =>
    takePasskey(forms, context, request as SignInRequest, reply),
  );
  factorRoutes(forms, context);
  ssoRoutes(forms, context);
}

async function takePassword(
  forms: FastifyInstance,
  context: SignInContext,
  request: SignInRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, provider, asOurs, deviceCookies, wallNow } = context;
  const { uid } = await provider.interactionDetails(...asOurs(request, reply));
  const [email, password] = [field(request.body?.email), field(request.body?.password)];
  if (request.body?.password === undefined && (await hasSso(db)))
    return showForm(context, request, reply, 200, { uid, email: email.trim().slice(0, 320) });
  const device = deviceCookies.read(request.headers.cookie, wallNow());
  const deviceId = device && deviceCookies.hasSignedIn(device, email) ? device.id : null;
  const guess = { email, password, network: clientNetwork(request), deviceId };
  const triedAt = wallNow();
  const result = await tryPassword(db, guess, triedAt);
  const { network } = guess;
  if (result.kind === 'signed-in') {
    const { account } = result;
    const ts = signInSeconds(account, triedAt);
    const rule = await ssoRule(context, account);
    if (rule === 'refused') {
      logSecurity(forms.log, { event: 'sign-in-failed', network });
      const reason = 'single-sign-on-required';
      await auditRefusedSignIn(db, originOf(request), { account, reason, now: triedAt });
      return showForm(context, request, reply, 403, { uid, email: email.slice(0, 320), error: onlySso });
    }
    const needed = (await secondFactorOf(db, account.id)).kind;
    const kind = needed === 'none' && rule === 'second-factor' ? 'enroll' : needed;
    if (kind === 'none')
      return finishSignIn(forms.log, context, request, reply, { account, email, amr: ['pwd'], ts });
    const stage: Stage = { step: kind, userId: account.id, ts, email: email.slice(0, 320), amr: ['pwd'] };
    await provider.interactionResult(
      ...asOurs(request, reply),
      { stage },
      { mergeWithLastSubmission: false },
    );
    return showStage(context, reply, { uid, stage });
  }
  logSecurity(forms.log, {
    event: result.kind === 'wait' ? 'sign-in-throttled' : 'sign-in-failed',
    network,
  });
  const refused =
    result.kind === 'wait'
      ? { account: (await accountByEmail(db, email.trim())) ?? null, reason: 'throttled' as const }
      : result;
  await auditRefusedSignIn(db, originOf(request), { ...refused, address: email.trim(), now: triedAt });
  if (result.kind === 'wait') reply.header('retry-after', Math.ceil(result.waitMs / 1_000));
  const error = result.kind === 'wait' ? waitText(result.waitMs) : 'That email and password do not match.';
  return showForm(context, request, reply, result.kind === 'wait' ? 429 : 401, {
    uid,
    email: email.slice(0, 320),
    error,
  });
}

/** A passkey alone: it is something that the person has, and the browser checked who uses it. */
async function takePasskey(
  forms: FastifyInstance,
  context: SignInContext,
  request: SignInRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, provider, asOurs, wallNow } = context;
  const { uid } = await provider.interactionDetails(...asOurs(request, reply));
  const now = wallNow();
  const check = await checkPasskey(
    { ...context, now },
    { response: jsonField(request.body?.passkey), challenge: challengeOf(context, uid), userId: null },
  );
  const account = check.kind === 'right' ? await accountById(db, check.userId) : undefined;
  if (check.kind === 'right' && account && maySignIn(account)) {
    if ((await ssoRule(context, account)) === 'refused') {
      logSecurity(forms.log, { event: 'sign-in-failed', network: clientNetwork(request) });
      await auditRefusedSignIn(db, originOf(request), { account, reason: 'single-sign-on-required', now });
      return showForm(context, request, reply, 403, { uid, email: '', error: onlySso });
    }
    if (check.counterWentBack)
      logSecurity(forms.log, {
        event: 'passkey-counter-back',
        userId: account.id,
        network: clientNetwork(request),
      });
    const ts = signInSeconds(account, now);
    return finishSignIn(forms.log, context, request, reply, {
      ...{ account, email: account.email ?? '', amr: ['hwk', 'user'], ts },
    });
  }
  logSecurity(forms.log, { event: 'sign-in-failed', network: clientNetwork(request) });
  const reason = account ? 'no-access' : 'unknown-passkey';
  await auditRefusedSignIn(db, originOf(request), { account: account ?? null, reason, now });
  const error = 'That passkey does not belong to an account here. Sign in with your password.';
  return showForm(context, request, reply, 401, { uid, email: '', error });
}

const onlySso =
  'Your organization requires its own sign-in. Enter your email address and continue with your organization.';

/**
 * What an organization that requires single sign-on asks of a sign-in without it. Super Admins get in with a second
 * factor, so that a provider that fails locks nobody out for good.
 */
async function ssoRule(
  { db }: SignInContext,
  { organizationId, role }: Account,
): Promise<'free' | 'second-factor' | 'refused'> {
  // An operator belongs to no organization.
  if (organizationId === null || !(await readSso(db, organizationId))?.isRequired) return 'free';
  return role === 'super-admin' ? 'second-factor' : 'refused';
}
