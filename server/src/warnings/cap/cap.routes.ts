import { hash, randomBytes } from 'node:crypto';
import {
  getCapAddress,
  getCapAlert,
  getCapFeed,
  getSecretCapAlert,
  getSecretCapFeed,
  removeCapAddress,
  renewCapAddress,
} from '@allclear/contract';
import { capFeed, HOUR_MS } from '@allclear/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LightningLive } from '../../lightning/index.ts';
import { actorOf, systemActor } from '../../platform/actor.ts';
import { type Clock, wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { clientNetwork } from '../../platform/http/client-network.ts';
import { conflict, notFound, tooManyRequests } from '../../platform/http/errors.ts';
import { isoTime } from '../../platform/http/iso-time.ts';
import { KeyLookup, TooManyRefusals } from '../../platform/http/limits/key-lookup.ts';
import { FileAnswer, serve } from '../../platform/http/serve.ts';
import { listPolicyPlaces } from '../../policies/index.ts';
import { answerForPlace } from '../answer-for-place.ts';
import {
  noteAddressUse,
  organizationOfAddress,
  putAddress,
  RenewedLately,
  readAddress,
  removeAddress,
} from './cap-addresses.store.ts';
import { feedHead, findDocument, type ListedMessage, listMessages } from './cap-messages.store.ts';

const actor = systemActor('cap-feed');
const prefix = 'acc_';
const isSecret = (text: string) => /^acc_[A-Za-z0-9_-]{43}$/.test(text);
const noteUseEveryMs = 60_000;
/** A private cache may keep it, and asks whether it has changed. */
const asked = 'private, no-cache';
/** Nobody but the reader may keep it, and the reader may forever. */
const immutable = 'private, max-age=31536000, immutable';

interface Context {
  readonly db: Database;
  readonly clock: Clock;
  readonly live: LightningLive;
  /** Where people reach the product. */
  readonly url: string;
}

/** Warnings in CAP 1.2, read with a key or by a secret address of the organization. */
export function capRoutes(app: FastifyInstance, context: Context): void {
  const { db, url } = context;
  addressRoutes(app, context);
  serve(app, getCapFeed, async ({ principal, request, reply }) => {
    const text = await feedText(context, principal.organizationId, `${url}/api/cap`);
    return textAnswer(request, reply, text, 'application/atom+xml; charset=utf-8', asked);
  });
  serve(app, getCapAlert, async ({ principal, params, request, reply }) =>
    document(db, principal.organizationId, params.id, request, reply),
  );

  const lookup = new KeyLookup((digest) => organizationOfAddress(db, digest));
  /** The organization of a secret address; its use is noted. */
  const organizationOf = async (secret: string, request: FastifyRequest): Promise<string> => {
    if (!isSecret(secret)) throw notFound('The feed');
    const digest = hash('sha256', secret, 'buffer');
    const organizationId = await lookup
      .find(digest, clientNetwork(request), wallNow())
      .catch((error: unknown) => {
        throw error instanceof TooManyRefusals ? tooManyRequests() : error;
      });
    if (organizationId === undefined) throw notFound('The feed');
    await noteAddressUse(db, actor, { hash: digest, now: wallNow(), everyMs: noteUseEveryMs });
    return organizationId;
  };
  serve(app, getSecretCapFeed, async ({ params, request, reply }) => {
    const organizationId = await organizationOf(params.secret, request);
    const text = await feedText(context, organizationId, `${url}/api/cap/${params.secret}`);
    return textAnswer(request, reply, text, 'application/atom+xml; charset=utf-8', asked);
  });
  serve(app, getSecretCapAlert, async ({ params, request, reply }) =>
    document(db, await organizationOf(params.secret, request), params.id, request, reply),
  );
}

function addressRoutes(app: FastifyInstance, { db, clock, url }: Context): void {
  serve(app, getCapAddress, async ({ principal }) => {
    const address = await readAddress(db, principal.organizationId);
    return address ? { madeUtc: isoTime(address.madeAt), lastUsedUtc: isoTime(address.lastUsedAt) } : null;
  });
  serve(
    app,
    renewCapAddress,
    async ({ principal }) => {
      const secret = `${prefix}${randomBytes(32).toString('base64url')}`;
      const now = wallNow();
      const made = { hash: hash('sha256', secret, 'buffer'), now, productNow: clock.now() };
      const wasRenewed = await putAddress(db, actorOf(principal), principal.organizationId, made).catch(
        (error: unknown) => {
          if (!(error instanceof RenewedLately)) throw error;
          throw conflict('This address was made less than a minute ago. Wait a minute before you renew it.');
        },
      );
      return {
        madeUtc: isoTime(now),
        lastUsedUtc: null,
        url: `${url}/api/cap/${secret}/Feed`,
        message: wasRenewed
          ? 'Address renewed. It is shown only now; the one before is refused.'
          : 'Address made. It is shown only now.',
      };
    },
    { isSecret: true },
  );
  serve(app, removeCapAddress, async ({ principal }) => {
    if (!(await removeAddress(db, actorOf(principal), principal.organizationId, clock.now())))
      throw notFound('The address');
    return { message: 'Address removed' };
  });
}

/** The feed of an organization whose documents lie under `base`. */
async function feedText({ db, clock, live }: Context, organizationId: string, base: string): Promise<string> {
  const head = await feedHead(db, organizationId);
  if (!head) throw notFound('The feed');
  const now = clock.now();
  const listed = await listMessages(db, organizationId, { sentAfter: now - HOUR_MS, now });
  const shown = await withoutOldAllClears({ db, live }, organizationId, listed, now);
  return capFeed({
    id: `urn:allclear:cap:${organizationId}`,
    title: `Warnings of ${head.name}`,
    author: head.name,
    updatedAt: head.newestAt ?? 0,
    entries: shown.map((message) => ({ ...message, url: `${base}/Alert/${message.identifier}` })),
  });
}

/** An all clear is listed only while its place is clear: not when something holds it again, or nobody knows. */
async function withoutOldAllClears(
  { db, live }: Pick<Context, 'db' | 'live'>,
  organizationId: string,
  listed: readonly ListedMessage[],
  now: number,
): Promise<readonly ListedMessage[]> {
  const ofAllClears = listed.flatMap(({ responseType, organizationLocationId: id }) =>
    responseType === 'AllClear' && id !== null ? [id] : [],
  );
  if (ofAllClears.length === 0) return listed.filter(({ responseType }) => responseType !== 'AllClear');
  const wanted = new Set(ofAllClears);
  const clear = new Set<string>();
  for (const place of await listPolicyPlaces(db, organizationId))
    if (wanted.has(place.id) && (await answerForPlace(db, live, place, now)).kind === 'clear')
      clear.add(place.id);
  return listed.filter(
    ({ responseType, organizationLocationId }) =>
      responseType !== 'AllClear' || clear.has(organizationLocationId ?? ''),
  );
}

async function document(
  db: Database,
  organizationId: string,
  identifier: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FileAnswer> {
  const text = (await feedHead(db, organizationId)) && (await findDocument(db, organizationId, identifier));
  if (text === undefined) throw notFound('The message');
  return textAnswer(request, reply, text, 'application/cap+xml; charset=utf-8', immutable);
}

/** A text with its ETag; without its bytes and with 304 for who has it. */
function textAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  contentType: string,
  cacheControl: string,
): FileAnswer {
  const etag = `"${hash('sha256', text, 'base64url')}"`;
  reply.header('etag', etag);
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''));
  if (!known.includes(etag)) return new FileAnswer(Buffer.from(text), contentType, cacheControl);
  reply.status(304);
  return new FileAnswer(new Uint8Array(), contentType, cacheControl);
}
