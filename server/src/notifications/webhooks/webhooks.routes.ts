import { randomBytes } from 'node:crypto';
import { checkPublicUrl } from '@allclear/adapters';
import {
  addWebhook,
  changeWebhook as changeRoute,
  deleteWebhook,
  listWebhooks as listWebhooksRoute,
  maxWebhooks,
  renewWebhookSecret,
  type Webhook,
} from '@allclear/contract';
import { isWebhookKind } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { listOrganizationLocations } from '../../organizations/index.ts';
import { actorOf } from '../../platform/actor.ts';
import { type Clock, wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { keyOf } from '../../platform/database/record-key.ts';
import { conflict, invalid, notFound } from '../../platform/http/errors.ts';
import { isoTime } from '../../platform/http/iso-time.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Channels } from '../delivery/channels.ts';
import {
  changeWebhook,
  insertWebhook,
  listWebhooks,
  RenewedLately,
  removeWebhook,
  renewSecret,
  type StoredWebhook,
  TooManyWebhooks,
} from './webhooks.store.ts';

interface Context {
  readonly db: Database;
  readonly clock: Clock;
  readonly channels: Channels;
}

/** A secret as Standard Webhooks has it: 256 random bits. */
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** Webhooks, and their secrets. */
export function webhookRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, channels } = context;
  secretRenewal(app, context);
  serve(app, listWebhooksRoute, async ({ principal }) =>
    (await listWebhooks(db, principal.organizationId)).map(present),
  );

  serve(
    app,
    addWebhook,
    async ({ principal, body }) => {
      const { organizationId, userId } = principal;
      const secret = newSecret();
      const row = await insertWebhook(
        db,
        actorOf(principal),
        organizationId,
        {
          ...{ url: givenUrl(body.url, channels), secret, userId },
          ...{ name: body.name ?? '', description: body.description ?? '' },
          kinds: givenKinds(body.kinds ?? null),
          organizationLocationIds: await givenPlaces(
            db,
            organizationId,
            body.organizationLocationIds ?? null,
          ),
        },
        { wallNow: wallNow(), now: clock.now(), limit: maxWebhooks },
      ).catch((error: unknown) => {
        if (error instanceof TooManyWebhooks)
          throw conflict(`An organization can have at most ${maxWebhooks} webhooks.`);
        throw error;
      });
      return { ...present(row), secret, message: 'Webhook added. Its secret is shown only now.' };
    },
    { isSecret: true },
  );

  serve(app, changeRoute, async ({ principal, body }) => {
    const { id, revision, name, description, enabled } = body;
    const { url, kinds, organizationLocationIds: places } = body;
    const row = await changeWebhook(
      db,
      actorOf(principal),
      { ...keyOf(principal, id), revision },
      {
        ...(url !== undefined && { url: givenUrl(url, channels) }),
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(enabled !== undefined && { enabled }),
        ...(kinds !== undefined && { kinds: givenKinds(kinds) }),
        ...(places !== undefined && {
          organizationLocationIds: await givenPlaces(db, principal.organizationId, places),
        }),
      },
      clock.now(),
    );
    if (!row) throw notFound('The webhook');
    return { ...present(row), message: 'Webhook changed' };
  });

  serve(app, deleteWebhook, async ({ principal, params }) => {
    if (!(await removeWebhook(db, actorOf(principal), keyOf(principal, params.id), clock.now())))
      throw notFound('The webhook');
    return { id: params.id, message: 'Webhook deleted' };
  });
}

function secretRenewal(app: FastifyInstance, { db, clock }: Context): void {
  serve(
    app,
    renewWebhookSecret,
    async ({ principal, params }) => {
      const secret = newSecret();
      const times = { wallNow: wallNow(), now: clock.now() };
      const row = await renewSecret(db, actorOf(principal), keyOf(principal, params.id), secret, times).catch(
        (error: unknown) => {
          if (error instanceof RenewedLately)
            throw conflict('The secret was renewed less than a minute ago. Nothing was changed.');
          throw error;
        },
      );
      if (!row) throw notFound('The webhook');
      const message = 'New secret made. It is shown only now; the one before signs too for a day.';
      return { ...present(row), secret, message };
    },
    { isSecret: true },
  );
}

function givenUrl(text: string, channels: Channels): string {
  const url = text.trim();
  const problem = checkPublicUrl(url, channels);
  if (problem !== null) throw invalid({ Url: [problem] });
  return url;
}

function givenKinds(kinds: readonly string[] | null): readonly string[] | null {
  const unknown = kinds?.find((kind) => !isWebhookKind(kind));
  if (unknown !== undefined) throw invalid({ Kinds: [`There are no events of the kind ‘${unknown}’`] });
  return kinds && [...new Set(kinds)].sort();
}

async function givenPlaces(
  db: Database,
  organizationId: string,
  ids: readonly string[] | null,
): Promise<readonly string[] | null> {
  if (ids === null) return null;
  const known = new Set((await listOrganizationLocations(db, organizationId)).map(({ id }) => id));
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))].sort();
  if (!wanted.every((id) => known.has(id))) throw notFound('One of the places');
  return wanted;
}

function present(row: StoredWebhook): Webhook {
  const { id, name, description, url, kinds, organizationLocationIds, enabled, revision } = row;
  const { offBecause, previousSecretEndsAt: ends } = row;
  return {
    ...{ id, customerId: row.organizationId, versionNumber: '1.0', readonly: true },
    ...{ name, description, url, kinds, organizationLocationIds, enabled, revision },
    offBecause: offBecause === 'failing' || offBecause === 'gone' ? offBecause : enabled ? null : 'by-hand',
    failingSinceUtc: isoTime(row.failingSince),
    acceptedUtc: isoTime(row.acceptedAt),
    previousSecretEndsUtc: isoTime(ends !== null && ends > wallNow() ? ends : null),
    createdUtc: isoTime(row.createdAt),
  };
}
