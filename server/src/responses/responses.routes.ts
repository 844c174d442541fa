import * as contract from '@allclear/contract';
import { checkResponsePlace } from '@allclear/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashOfResponseToken, isResponseToken } from '../notifications/index.ts';
import { type Actor, actorOf, systemActor } from '../platform/actor.ts';
import { type Clock, wallNow } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { ApiError, conflict, invalid, notFound } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { required } from '../platform/required.ts';
import { presentAsked } from './present-request.ts';
import { findLink, findRequestFor, requestsFor, type StoredAskedRequest } from './requests.store.ts';
import { storeResponse } from './responses.store.ts';

/** Everybody of a campus may have one address: a token, and not the network, is what limits them. */
const linksPerMinute = 20_000;

interface Needs {
  readonly db: Database;
  readonly clock: Clock;
}

/** Responses of people who are signed in, and of those who follow their link. */
export function responseRoutes(app: FastifyInstance, { db, clock }: Needs): void {
  serve(app, contract.openResponseRequests, async ({ principal }) =>
    (await requestsFor(db, keyOf(principal, principal.userId), wallNow())).map(presentAsked),
  );

  serve(app, contract.respond, async ({ principal, params, body }) => {
    const request = await findRequestFor(db, keyOf(principal, params.id), principal.userId);
    if (!request) throw notFound('The message');
    if (request.isOver(wallNow())) throw conflict('This message does not ask for a response any more');
    return store(actorOf(principal), request, body, 'app');
  });

  const linked = async (request: FastifyRequest): Promise<StoredAskedRequest> => {
    const token = tokenOf(request);
    // Nobody guesses 132 bits, so unknown links of a network are not counted: thousands open theirs at once.
    const found = isResponseToken(token)
      ? await findLink(db, hashOfResponseToken(token), wallNow())
      : undefined;
    if (!found) throw new ApiError(404, 'not-found', 'This link is over or not complete.');
    return found;
  };

  serve(
    app,
    contract.getLinkedRequest,
    async ({ request, reply }) => {
      reply.header('cache-control', 'no-store');
      return presentAsked(await linked(request));
    },
    { isSecret: true },
  );

  serve(
    app,
    contract.respondByLink,
    async ({ request, reply, body }) => {
      const asked = await linked(request);
      reply.header('cache-control', 'no-store');
      const origin = { network: request.ip, requestId: request.id, credential: null };
      return store(systemActor('response-link', origin, asked.userId), asked, body, 'link');
    },
    { isSecret: true, writesPerMinute: linksPerMinute },
  );

  async function store(
    actor: Actor,
    request: StoredAskedRequest,
    { key, kind, place: given, isChange, ageMs }: contract.ResponseForm,
    way: 'app' | 'link',
  ): Promise<contract.AskedRequest> {
    const checked = checkResponsePlace(kind, given);
    if (checked.kind === 'wrong') throw invalid({ Place: [checked.error] });
    const { place } = checked;
    await storeResponse(db, actor, request, {
      ...{ key: key.toLowerCase(), kind, place, isChange, way, now: clock.now() },
      pressedAt: clock.now() - ageMs * clock.speed,
    });
    return presentAsked(
      required(await findRequestFor(db, request, request.userId), 'the message that was responded to'),
    );
  }
}

/** The token of the Authorization header: an address would be in logs. Empty where there is none. */
function tokenOf({ headers }: FastifyRequest): string {
  return /^Bearer +([\x21-\x7e]+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}
