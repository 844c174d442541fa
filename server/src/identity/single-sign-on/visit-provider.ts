import { createHash, randomBytes } from 'node:crypto';
import { AdapterError } from '@allclear/adapters';
import { systemActor } from '../../platform/actor.ts';
import { isStorable } from '../../platform/http/storable-text.ts';
import { beginOidc, finishOidc, type OidcDetails } from './oidc-provider-client.ts';
import { beginSaml, finishSaml, type SamlDetails } from './saml.ts';
import { freshMetadata } from './saml-metadata.ts';
import { readSso, type SsoConfig } from './sso-config.store.ts';
import type { SsoContext } from './sso-context.ts';
import { listDomains } from './sso-domains.store.ts';
import { SsoFailure } from './sso-failure.ts';
import {
  beginAnswer,
  insertRequest,
  type SsoIdentity,
  type SsoOutcome,
  type SsoRequest,
  type SsoVisitor,
  storeOutcome,
  takeOutcome,
} from './sso-requests.store.ts';

const actor = systemActor('single-sign-on');

/** How long a person may take at the provider. */
const visitMs = 600_000;

/** Where OpenID Connect providers, Google too, send people back to. */
export const oidcCallback = (url: string) => `${url}/identity/sso/callback`;
/** Where an organization's SAML provider posts its answers to. */
export const samlCallback = (url: string, organizationId: string) =>
  `${url}/identity/sso/saml/${organizationId}`;

/**
 * Begins a visit to a provider; gives the address that the browser has to open. Throws `SsoFailure` where the provider
 * cannot be reached.
 */
export async function beginVisit(
  context: SsoContext,
  config: SsoConfig,
  visitor: SsoVisitor,
  email: string | null,
): Promise<string> {
  const { db, secrets, wallNow, log } = context;
  const { organizationId, provider, providerVersion } = config;
  const state = randomBytes(32).toString('base64url');
  const now = wallNow();
  const begin = async (): Promise<{ address: string; details: OidcDetails | SamlDetails }> =>
    provider.type === 'Saml2'
      ? beginSaml(
          { ...provider, metadata: await freshMetadata(context, config, provider) },
          { callbackUrl: samlCallback(context.url, organizationId), state, now },
        )
      : beginOidc(oidcContext(context), { provider, organizationId, state, email });
  const { address, details } = await begin().catch((error: unknown) => {
    log.warn({ reason: reasonOf(error), organizationId }, 'a provider of single sign-on could not be used');
    throw new SsoFailure(
      'Your organization’s sign-in cannot be reached at the moment. Try again in a while.',
    );
  });
  const sealedDetails = secrets.seal(JSON.stringify(details), detailsPurpose(state));
  await insertRequest(
    db,
    actor,
    digestOf(state),
    { organizationId, visitor, providerVersion, sealedDetails },
    { now, expiresAt: now + visitMs },
  );
  return address;
}

/** What a provider sent. */
export type ProviderAnswer =
  | { readonly kind: 'oidc'; readonly search: string }
  | { readonly kind: 'saml'; readonly organizationId: string; readonly response: string };

/**
 * Checks a provider's answer, once, and stores how the visit ended. Gives where the browser has to go with the
 * ticket: the visitor alone can use it. Null for an answer that nobody asked for, or that was given before.
 */
export async function answerVisit(
  context: SsoContext,
  state: string,
  answer: ProviderAnswer,
): Promise<string | null> {
  const { db, log, url, wallNow } = context;
  const request = state === '' ? undefined : await beginAnswer(db, actor, digestOf(state), wallNow());
  if (!request) return null;
  const { organizationId, visitor } = request;
  const outcome = await identityOf(context, request, state, answer)
    .then((identity): SsoOutcome => {
      if (!Object.values(identity).every(isStorable)) throw new Error('it has text that cannot be stored');
      return { kind: 'identified', identity };
    })
    .catch((error: unknown): SsoOutcome => {
      log.warn({ reason: reasonOf(error), organizationId }, 'a sign-in through a provider did not count');
      const problem =
        error instanceof SsoFailure
          ? error.message
          : 'Your organization’s sign-in gave an answer that cannot be used. Try again.';
      return { kind: 'failed', problem };
    });
  const ticket = randomBytes(32).toString('base64url');
  await storeOutcome(db, actor, digestOf(state), { outcome, ticketDigest: digestOf(ticket) });
  return 'userId' in visitor
    ? `${url}/Integrations/SSO#${ticket}`
    : `${url}/identity/sign-in/${encodeURIComponent(visitor.interactionUid)}/sso/done?ticket=${ticket}`;
}

/** How a visit ended, by the ticket, once, for the visitor that began it. */
export async function endVisit(
  { db, wallNow }: Pick<SsoContext, 'db' | 'wallNow'>,
  ticket: string,
  visitor: SsoVisitor,
): Promise<{ config: SsoConfig; outcome: SsoOutcome } | null> {
  const taken = await takeOutcome(db, actor, digestOf(ticket), visitor, wallNow());
  const config = taken && (await readSso(db, taken.organizationId));
  return taken && config?.providerVersion === taken.providerVersion
    ? { config, outcome: taken.outcome }
    : null;
}

async function identityOf(
  context: SsoContext,
  request: SsoRequest,
  state: string,
  answer: ProviderAnswer,
): Promise<SsoIdentity> {
  const { db, secrets, url, wallNow } = context;
  const { organizationId } = request;
  const config = await readSso(db, organizationId);
  if (config?.providerVersion !== request.providerVersion)
    throw new SsoFailure('Your organization’s sign-in was changed meanwhile. Try again.');
  const details: unknown = JSON.parse(secrets.open(request.sealedDetails, detailsPurpose(state)));
  const { provider } = config;
  const now = wallNow();
  if (provider.type === 'Saml2') {
    if (answer.kind !== 'saml' || answer.organizationId !== organizationId)
      throw new Error('the answer is for another organization');
    const callbackUrl = samlCallback(url, organizationId);
    return finishSaml(provider, { callbackUrl, response: answer.response, now }, details as SamlDetails);
  }
  if (answer.kind !== 'oidc') throw new Error('the answer is of another protocol');
  const domains = (await listDomains(db, organizationId))
    .filter(({ provenAt }) => provenAt !== null)
    .map(({ domain }) => domain);
  const { search } = answer;
  return finishOidc(
    oidcContext(context),
    { provider, organizationId, state, search },
    details as OidcDetails,
    { domains, now },
  );
}

export function oidcContext({ http, secrets, url, allowPrivateAddresses }: SsoContext) {
  return { http, secrets, callbackUrl: oidcCallback(url), allowHttp: allowPrivateAddresses };
}

const detailsPurpose = (state: string) => `sso-request ${digestOf(state).toString('base64url')}`;

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** For the log: no address with a query, no token. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause instanceof AdapterError ? `: ${error.cause.message}` : '';
  return `${error.message.slice(0, 300)}${cause}`;
}
