import { randomBytes } from 'node:crypto';
import type { AdapterError, TxtResolver } from '@allclear/adapters';
import {
  addSsoDomain,
  type BodyOf,
  beginSsoTest,
  deleteSso,
  deleteSsoDomain,
  endSsoTest,
  getSso,
  proveSsoDomain,
  type SsoConfiguration,
  saveSso,
} from '@allclear/contract';
import { roles } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import {
  addDomain,
  beginVisit,
  endVisit,
  findDomain,
  listDomains,
  matchPerson,
  noteTest,
  noteTestBegun,
  oidcCallback,
  proveDomain,
  readSso,
  removeDomain,
  removeSso,
  SsoFailure,
  samlCallback,
  saveSso as saveStoredSso,
} from '../identity/index.ts';
import { actorOf } from '../platform/actor.ts';
import { wallNow } from '../platform/clock/clock.ts';
import { conflict, forbidden, invalid, notFound } from '../platform/http/errors.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import { checkedProvider, contextOf, type ProviderNeeds } from './checked-provider.ts';
import { findGroup } from './groups.store.ts';
import { logChange, requireOwnSession } from './own-session.ts';

type Needs = ProviderNeeds & { readonly dns: TxtResolver };
type Draft = BodyOf<typeof saveSso>;

const recordOf = (token: string) => `allclear-verify=${token}`;

/** Single sign-on as an organization sets it (spec 3 sections 2.10, 5, 6 and 7). */
export function ssoRoutes(app: FastifyInstance, needs: Needs): void {
  const { db } = needs;

  serve(app, getSso, async ({ principal, params }) => {
    requireOwn(principal, params.customerId);
    return present(needs, principal);
  });

  serve(
    app,
    saveSso,
    async ({ principal, params, body, request }) => {
      requireEditor(needs, principal, params.customerId);
      if (body.customerId !== params.customerId) throw notFound('The organization');
      const { organizationId, userId } = principal;
      const before = await readSso(db, organizationId);
      const provider = await checkedProvider(needs, principal.organizationId, body, before);
      const defaultGroupId = body.AutoProvision ? await checkedGroup(needs, principal, body) : null;
      const rank = roles[principal.role].hierarchy;
      await saveStoredSso(
        db,
        actorOf(principal),
        { organizationId, revision: body.revision, rank },
        { provider },
        (stored, isNewProvider) => {
          const isTested = stored?.testedBy === userId && !isNewProvider;
          const isAsBefore = stored?.isRequired === true && !isNewProvider;
          if (body.ForceSSO && !isTested && !isAsBefore) throw untested();
          const displayName = body.IDPDisplayName;
          return {
            ...{ displayName, isRequired: body.ForceSSO, autoProvision: body.AutoProvision, defaultGroupId },
          };
        },
        wallNow(),
      );
      logChange(request, 'sso-changed', userId);
      return present(needs, principal);
    },
    { isSecret: true },
  );

  serve(app, deleteSso, async ({ principal, params, request }) => {
    requireEditor(needs, principal, params.customerId);
    if (!(await removeSso(db, actorOf(principal), principal.organizationId)))
      throw notFound('Single sign-on');
    logChange(request, 'sso-changed', principal.userId);
    return { message: 'Single sign-on removed' };
  });

  domainRoutes(app, needs);
  testRoutes(app, needs);
}

function domainRoutes(app: FastifyInstance, needs: Needs): void {
  const { db, dns } = needs;

  serve(app, addSsoDomain, async ({ principal, params, body }) => {
    requireEditor(needs, principal, params.customerId);
    const domain = body.domain.toLowerCase();
    if (!isDomain(domain)) throw invalid({ Domain: ['Enter a domain such as example.org'] });
    const { organizationId } = principal;
    if ((await listDomains(db, organizationId)).length >= 50)
      throw conflict('An organization can have at most 50 domains.');
    const token = randomBytes(24).toString('base64url');
    await addDomain(db, actorOf(principal), { organizationId, domain, token }, wallNow());
    return present(needs, principal);
  });

  serve(app, proveSsoDomain, async ({ principal, params, body, request }) => {
    requireEditor(needs, principal, params.customerId);
    const domain = body.domain.toLowerCase();
    const { organizationId } = principal;
    const found = await findDomain(db, organizationId, domain);
    if (!found) throw notFound('The domain');
    const records = await dns.txt(domain).catch((error: AdapterError) => {
      throw conflict(`${error.message} Try again in a while.`);
    });
    if (!records.includes(recordOf(found.token)))
      throw conflict(
        `${domain} has no TXT record that says ${recordOf(found.token)}. A new record may take an hour to be seen.`,
      );
    await proveDomain(db, actorOf(principal), { organizationId, domain }, wallNow());
    logChange(request, 'sso-changed', principal.userId);
    return present(needs, principal);
  });

  serve(app, deleteSsoDomain, async ({ principal, params, request }) => {
    requireEditor(needs, principal, params.customerId);
    const { organizationId } = principal;
    const domain = params.domain.toLowerCase();
    const found = await findDomain(db, organizationId, domain);
    if (!found) throw notFound('The domain');
    if (found.provenAt !== null && (await readSso(db, organizationId))?.isRequired)
      throw conflict('Single sign-on is required: without this domain its people could not sign in.');
    await removeDomain(db, actorOf(principal), { organizationId, domain });
    logChange(request, 'sso-changed', principal.userId);
    return present(needs, principal);
  });
}

function testRoutes(app: FastifyInstance, needs: Needs): void {
  const { db } = needs;
  const context = contextOf(needs);

  serve(
    app,
    beginSsoTest,
    async ({ principal, params }) => {
      requireEditor(needs, principal, params.customerId);
      const config = await readSso(db, principal.organizationId);
      if (!config) throw notFound('Single sign-on');
      const address = await beginVisit(context, config, { userId: principal.userId }, null).catch(explain);
      await noteTestBegun(db, actorOf(principal), principal.organizationId);
      return { address };
    },
    { isSecret: true },
  );

  serve(
    app,
    endSsoTest,
    async ({ principal, params, body }) => {
      requireEditor(needs, principal, params.customerId);
      const { organizationId, userId } = principal;
      const ended = await endVisit(context, body.ticket, { userId });
      if (ended?.config.organizationId !== organizationId)
        throw conflict('This test has ended or cannot be used. Begin it again.');
      const { config, outcome } = ended;
      if (outcome.kind === 'failed') throw conflict(outcome.problem);
      const { identity } = outcome;
      const account = await matchPerson(db, { config, identity, provision: null }, wallNow()).catch(explain);
      if (account.id !== userId)
        throw conflict('The provider signed somebody else in. Sign in there as yourself.');
      const { providerVersion } = config;
      const isNoted = await noteTest(
        db,
        actorOf(principal),
        { organizationId, providerVersion, userId },
        wallNow(),
      );
      if (!isNoted) throw conflict('The provider was changed meanwhile. Test it again.');
      return present(needs, principal);
    },
    { isSecret: true },
  );
}

function explain(error: unknown): never {
  if (error instanceof SsoFailure) throw conflict(error.message);
  throw error;
}

function untested() {
  const sentence =
    'Test the sign-in yourself first: save without requiring it, choose ‘Test sign-in’, then require it.';
  return invalid({ ForceSSO: [sentence] });
}

function requireOwn({ organizationId }: Principal, customerId: string): void {
  if (customerId.toLowerCase() !== organizationId) throw notFound('The organization');
}

/** Who changes how people sign in needs both permissions, and is signed in to the app. */
function requireEditor(needs: Needs, principal: Principal, customerId: string): void {
  requireOwn(principal, customerId);
  if (!principal.permissions.includes('integrations.sso.access')) throw forbidden();
  requireOwnSession(needs, principal);
}

async function checkedGroup({ db }: Needs, { organizationId }: Principal, body: Draft): Promise<string> {
  const id = body.DefaultUserGroupSiteId ?? '';
  const group = id === '' ? undefined : await findGroup(db, { organizationId, id });
  if (!group) throw invalid({ DefaultUserGroupSiteId: ['Choose the group that new users come into'] });
  return group.id;
}

function isDomain(text: string): boolean {
  return (
    text.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/.test(text)
  );
}

async function present({ db, settings }: Needs, principal: Principal): Promise<SsoConfiguration> {
  const { organizationId, userId, permissions } = principal;
  const [config, domains] = await Promise.all([readSso(db, organizationId), listDomains(db, organizationId)]);
  const saml = config?.provider.type === 'Saml2' ? config.provider : undefined;
  const oidc = config && config.provider.type !== 'Saml2' ? config.provider : undefined;
  return {
    customerId: organizationId,
    managedBy: settings.oidc === null ? 'allclear' : 'issuer',
    isConfigured: config !== undefined,
    idpType: config?.provider.type ?? 'Google',
    IDPDisplayName: config?.displayName ?? '',
    IDPScheme: organizationId,
    ForceSSO: config?.isRequired ?? false,
    AutoProvision: config?.autoProvision ?? false,
    DefaultUserGroupSiteId: config?.defaultGroupId ?? null,
    spEntityId: saml?.spEntityId ?? settings.url,
    idpEntityId: saml?.idpEntityId ?? '',
    metadataUrl: saml?.metadataUrl ?? '',
    callbackUrl: samlCallback(settings.url, organizationId),
    issuer: oidc?.type === 'Oidc' ? oidc.issuer : '',
    clientId: oidc?.clientId ?? '',
    hasClientSecret: oidc !== undefined,
    redirectUri: oidcCallback(settings.url),
    domains: domains.map(({ domain, token, provenAt }) => ({
      ...{ domain, record: recordOf(token), isProven: provenAt !== null },
    })),
    isTestedByMe: config?.testedBy === userId,
    mayChange:
      settings.oidc === null &&
      permissions.includes('write:integrations') &&
      permissions.includes('integrations.sso.access'),
    revision: config?.revision ?? 0,
  };
}
