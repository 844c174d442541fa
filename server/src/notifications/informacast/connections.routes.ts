import type { EmergencyMessaging, MessagingCredential } from '@allclear/adapters';
import {
  type BodyOf,
  connectInformacast,
  disconnectInformacast,
  getInformacast,
  type InformacastConnection,
  listInformacastScenarios,
  listInformacastSites,
  verifyInformacast,
} from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { type Clock, wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { keyOf } from '../../platform/database/record-key.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/http/errors.ts';
import { isoTime } from '../../platform/http/iso-time.ts';
import { type Principal, serve } from '../../platform/http/serve.ts';
import { CannotOpen, type SecretBox } from '../../platform/secrets/secret-box.ts';
import {
  findConnection,
  noteProblem,
  removeConnection,
  type StoredConnection,
  saveConnection,
} from './connections.store.ts';
import { openCredential, sealCredential } from './credential.ts';
import { requireAnswer } from './messaging-answers.ts';

export interface InformacastContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: SecretBox;
  readonly messaging: EmergencyMessaging;
}

/** Routes that change something need the integration besides the right to change integrations. */
export function requireIntegration({ permissions }: Principal): void {
  if (!permissions.includes('integrations.singlewire.access')) throw forbidden();
}

/** The path names the organization; it must be that of the caller. */
export function requireOwn({ organizationId }: Principal, customerId: string): void {
  if (customerId.toLowerCase() !== organizationId) throw notFound('The customer');
}

/** The connection of the caller's organization with its credential; `id` is what it must have. Throws without one. */
export async function connected(
  { db, secrets }: Pick<InformacastContext, 'db' | 'secrets'>,
  { organizationId }: Principal,
  id?: string,
): Promise<{ connection: StoredConnection; credential: MessagingCredential }> {
  const connection = await findConnection(db, organizationId);
  if (id !== undefined && connection?.id !== id.toLowerCase()) throw notFound('The connection');
  if (!connection) throw conflict('InformaCast is not connected.');
  try {
    return { connection, credential: openCredential(secrets, organizationId, connection.credential) };
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    throw conflict('The stored token cannot be read with the key of this installation. Connect again.');
  }
}

/** The connection to InformaCast, and what can be chosen there. */
export function connectionRoutes(app: FastifyInstance, context: InformacastContext): void {
  const { db, clock, secrets, messaging } = context;
  choices(app, context);

  serve(
    app,
    verifyInformacast,
    async ({ principal, body, request }) => {
      requireIntegration(principal);
      requireAnswer(await messaging.verify(givenCredential(body), request.signal));
      await db.transaction().execute((transaction) =>
        appendAudit(transaction, actorOf(principal), {
          ...{ chain: principal.organizationId, action: 'informacast.verified', recordId: null },
          now: clock.now(),
        }),
      );
      return true as const;
    },
    { isSecret: true, writesPerMinute: 30 },
  );

  serve(app, getInformacast, async ({ principal, params }) => {
    requireOwn(principal, params.customerId);
    const connection = await findConnection(db, principal.organizationId);
    return connection ? present(connection, principal) : null;
  });

  serve(
    app,
    connectInformacast,
    async ({ principal, body, request }) => {
      requireIntegration(principal);
      requireOwn(principal, body.customerId);
      const { organizationId, userId } = principal;
      const before = await findConnection(db, organizationId);
      if (body.webhookId !== undefined && body.webhookId.toLowerCase() !== before?.webhookId)
        throw notFound('The webhook');
      const credential = givenCredential(body);
      // A credential that does not work is not stored.
      requireAnswer(await messaging.verify(credential, request.signal));
      const input = {
        ...{ signsInBy: credential.kind, userId, revision: body.revision },
        credential: sealCredential(secrets, organizationId, credential),
      };
      const times = { wallNow: wallNow(), now: clock.now() };
      const connection = await saveConnection(db, actorOf(principal), organizationId, input, times);
      return { ...present(connection, principal), message: 'Singlewire configuration saved' };
    },
    { isSecret: true, writesPerMinute: 30 },
  );

  serve(app, disconnectInformacast, async ({ principal, params }) => {
    requireIntegration(principal);
    const key = keyOf(principal, params.id);
    if (!(await removeConnection(db, actorOf(principal), key, clock.now()))) throw notFound('The connection');
    return { id: params.id, message: 'Singlewire disconnected' };
  });
}

function choices(app: FastifyInstance, context: InformacastContext): void {
  const { db, messaging } = context;
  const ask =
    (question: 'sites' | 'scenarios') =>
    async ({
      principal,
      customerId,
      signal,
    }: {
      principal: Principal;
      customerId: string;
      signal: AbortSignal;
    }) => {
      requireOwn(principal, customerId);
      const { connection, credential } = await connected(context, principal);
      const answer = await messaging[question](credential, signal);
      const isRefused = answer.kind === 'failed' && answer.because === 'credential';
      if (answer.kind === 'answer' || isRefused)
        await noteProblem(db, actorOf(principal), connection.id, isRefused ? answer.detail : null);
      return requireAnswer(answer);
    };
  const [sites, scenarios] = [ask('sites'), ask('scenarios')];
  serve(app, listInformacastSites, ({ principal, params, request: { signal } }) =>
    sites({ principal, customerId: params.customerId, signal }),
  );
  serve(app, listInformacastScenarios, ({ principal, params, request: { signal } }) =>
    scenarios({ principal, customerId: params.customerId, signal }),
  );
}

function givenCredential({
  token = '',
  clientId = '',
  clientSecret = '',
  audience = '',
}: BodyOf<typeof verifyInformacast>): MessagingCredential {
  if (token !== '') {
    if (clientId + clientSecret !== '')
      throw invalid({ Token: ['Enter either a token or client credentials'] });
    return { kind: 'token', token };
  }
  if (clientId + clientSecret + audience === '') throw invalid({ Token: ['Enter the API token'] });
  const errors = {
    ...(clientId === '' && { ClientId: ['Enter the client id'] }),
    ...(clientSecret === '' && { ClientSecret: ['Enter the client secret'] }),
    ...(audience === '' && { Audience: ['Enter the id of the provider'] }),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { kind: 'client', clientId, clientSecret, audience };
}

function present(connection: StoredConnection, { permissions }: Principal): InformacastConnection {
  const { id, organizationId, webhookId, problem, connectedAt, revision } = connection;
  return {
    ...{ id, customerId: organizationId, webhookId, problem, revision },
    webhook: {
      ...{ id: webhookId, customerId: organizationId, versionNumber: '1.0', readonly: true },
      // Of this installation: nothing is sent to it, warnings reach the trigger inside.
      url: `/api/policy-event/customer/${organizationId}`,
      name: 'Singlewire - InformaCast',
      description: 'Launches InformaCast scenarios when policies are triggered',
    },
    signsInBy: connection.signsInBy === 'client' ? 'client' : 'token',
    connectedUtc: isoTime(connectedAt),
    mayChange: permissions.includes('write:integrations'),
  };
}
