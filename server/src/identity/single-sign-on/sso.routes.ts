import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';
import { clientNetwork } from '../../platform/http/client-network.ts';
import { logSecurity } from '../../platform/http/security-log.ts';
import { type Form, field, showPage } from '../pages/forms.ts';
import { errorPage } from '../pages/pages.ts';
import { signInSeconds } from '../principal.ts';
import { auditRefusedSignIn, originOf } from '../sessions/audit-sign-in.ts';
import { finishSignIn } from '../sessions/finish-sign-in.ts';
import type { SignInContext, SignInRequest } from '../sign-in-context.ts';
import { showForm, typedEmail } from '../sign-in-form.ts';
import { matchPerson } from './match-person.ts';
import { ssoOfEmail } from './sso-config.store.ts';
import { SsoFailure } from './sso-failure.ts';
import { answerVisit, beginVisit, endVisit, type ProviderAnswer } from './visit-provider.ts';

/** Answers of SAML providers, with all the groups of a person, are much larger than our own forms. */
const samlBodyLimit = 600_000;
// Addresses of sign-ins are not logged.
const options = { logLevel: 'warn' } as const;

/** The part of a sign-in that leads to an organization's provider and back. */
export function ssoRoutes(forms: FastifyInstance, context: SignInContext): void {
  const { provider, asOurs, db, sso, wallNow } = context;

  forms.get<{ Params: { uid: string } }>('/sign-in/:uid/sso', options, async (request, reply) => {
    const { uid, result } = await provider.interactionDetails(...asOurs(request, reply));
    const email = typedEmail(result);
    const config = email === '' ? undefined : await ssoOfEmail(db, email);
    if (!config) return reply.redirect(`/identity/sign-in/${encodeURIComponent(uid)}`, 303);
    try {
      return reply.redirect(await beginVisit(sso, config, { interactionUid: uid }, email), 303);
    } catch (error) {
      if (!(error instanceof SsoFailure)) throw error;
      return showForm(context, request, reply, 502, { uid, email, error: error.message });
    }
  });

  forms.get<{ Params: { uid: string }; Querystring: Form }>(
    '/sign-in/:uid/sso/done',
    options,
    async (request, reply) => {
      const { uid, result } = await provider.interactionDetails(...asOurs(request, reply));
      const ended = await endVisit(sso, field(request.query?.ticket), { interactionUid: uid });
      if (!ended) return showPage(reply, 400, errorPage());
      const { config, outcome } = ended;
      try {
        if (outcome.kind === 'failed') throw new SsoFailure(outcome.problem);
        const { identity } = outcome;
        const now = wallNow();
        const account = await matchPerson(db, { config, identity, provision: context.provision }, now);
        const { email } = identity;
        const ts = signInSeconds(account, now);
        return await finishSignIn(forms.log, context, request as SignInRequest, reply, {
          ...{ account, email, amr: ['sso'], ts },
        });
      } catch (error) {
        if (!(error instanceof SsoFailure)) throw error;
        logSecurity(forms.log, { event: 'sign-in-failed', network: clientNetwork(request) });
        await auditRefusedSignIn(db, originOf(request), {
          ...{ account: null, organizationId: config.organizationId, reason: 'single-sign-on-failed' },
          ...{ address: outcome.kind === 'identified' ? outcome.identity.email : null, now: wallNow() },
        });
        return showForm(context, request, reply, 401, {
          uid,
          email: typedEmail(result),
          error: error.message,
        });
      }
    },
  );

  forms.get('/sso/callback', options, async (request, reply) => {
    const search = new URL(request.raw.url ?? '/', sso.url).searchParams;
    const answer: ProviderAnswer = { kind: 'oidc', search: `?${search}` };
    const next = await answerVisit(sso, search.get('state') ?? '', answer);
    return next === null ? showPage(reply, 400, errorPage()) : reply.redirect(next, 303);
  });

  forms.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: samlBodyLimit },
      (_request, body, done) => done(null, parse(String(body))),
    );
    // The post comes from the provider's site, without our cookies: they are needed at the next step.
    scope.post<{ Params: { organizationId: string }; Body: Form }>(
      '/sso/saml/:organizationId',
      options,
      async (request, reply) => {
        const response = field(request.body?.SAMLResponse);
        const { organizationId } = request.params;
        const answer: ProviderAnswer = { kind: 'saml', organizationId, response };
        const next = await answerVisit(sso, field(request.body?.RelayState), answer);
        return next === null ? showPage(reply, 400, errorPage()) : reply.redirect(next, 303);
      },
    );
  });
}
