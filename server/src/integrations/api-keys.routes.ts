import {
  type ApiKey,
  addApiKey,
  type BodyOf,
  changeApiKey as changeRoute,
  deleteApiKey,
  listApiKeys as listRoute,
  rotateApiKey as rotateRoute,
} from '@allclear/contract';
import type { Permission } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import {
  type ApiKeyLimits,
  changeApiKey,
  insertApiKey,
  listApiKeys,
  makeApiKey,
  maxApiKeys,
  RotatedLately,
  readApiKey,
  revokeApiKey,
  rotateApiKey,
  type StoredApiKey,
  TooManyApiKeys,
} from '../identity/index.ts';
import { listLocations } from '../locations/index.ts';
import { listOrganizationLocations } from '../organizations/index.ts';
import { actorOf } from '../platform/actor.ts';
import { type Clock, wallNow } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { conflict, forbidden, invalid, notFound } from '../platform/http/errors.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import { parseNetwork } from '../platform/http/networks/networks.ts';
import { type Principal, serve } from '../platform/http/serve.ts';

const dayMs = 86_400_000;
/** What a key that never ended gets when it is rotated. */
const longestMs = 365 * dayMs;

/** What no key may do, whatever its owner may: a key would make keys. */
const never: readonly Permission[] = ['api-keys:write'];

interface Context {
  readonly db: Database;
  readonly clock: Clock;
}

/** Keys by which programs act for people. They use wall time, as every sign-in does. */
export function apiKeyRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock } = context;
  rotation(app, context);
  serve(app, listRoute, async ({ principal }) =>
    (await listApiKeys(db, principal.organizationId)).map((key) => present(key, principal)),
  );

  serve(
    app,
    addApiKey,
    async ({ principal, body }) => {
      const { organizationId, userId } = principal;
      const limits: ApiKeyLimits = {
        permissions: givenPermissions(principal, body.permissions),
        ...(await givenPlaces(db, principal, body)),
        networks: givenNetworks(body.networks ?? null),
      };
      const { key, ...made } = makeApiKey();
      const now = wallNow();
      const stored = await insertApiKey(
        db,
        actorOf(principal),
        {
          ...{ organizationId, userId, name: body.name, ...made, ...limits, now },
          ...{ expiresAt: now + body.days * dayMs, productNow: clock.now() },
        },
        maxApiKeys,
      ).catch((error: unknown) => {
        if (!(error instanceof TooManyApiKeys)) throw error;
        throw conflict(
          `An organization can have at most ${maxApiKeys} API keys. Revoke one that is not used.`,
        );
      });
      return { ...present(stored, principal), key, message: 'API key made. It is shown only now.' };
    },
    { isSecret: true },
  );

  serve(app, changeRoute, async ({ principal, body }) => {
    const { id, revision, name, permissions, networks } = body;
    await requireOwnKey(db, principal, id);
    const hasPlaces = body.locationIds !== undefined || body.organizationLocationIds !== undefined;
    const changed = await changeApiKey(
      db,
      actorOf(principal),
      { ...keyOf(principal, id), revision },
      {
        ...(name !== undefined && { name }),
        ...(permissions !== undefined && { permissions: givenPermissions(principal, permissions) }),
        ...(hasPlaces && (await givenPlaces(db, principal, body))),
        ...(networks !== undefined && { networks: givenNetworks(networks) }),
      },
      clock.now(),
    );
    if (!changed) throw notFound('The API key');
    return { ...present(changed, principal), message: 'API key changed' };
  });

  serve(app, deleteApiKey, async ({ principal, params }) => {
    const key = { ...keyOf(principal, params.id), now: wallNow(), productNow: clock.now() };
    if (!(await revokeApiKey(db, actorOf(principal), key))) throw notFound('The API key');
    return { id: params.id, message: 'API key revoked' };
  });
}

function rotation(app: FastifyInstance, { db, clock }: Context): void {
  serve(
    app,
    rotateRoute,
    async ({ principal, params }) => {
      const before = await requireOwnKey(db, principal, params.id);
      const now = wallNow();
      if (before.expiresAt !== null && before.expiresAt <= now)
        throw conflict('This API key has ended. Make a new one.');
      const { key, ...made } = makeApiKey();
      const livesMs =
        before.expiresAt === null ? longestMs : before.expiresAt - (before.rotatedAt ?? before.createdAt);
      const rotated = await rotateApiKey(db, actorOf(principal), keyOf(principal, params.id), {
        ...{ ...made, now, productNow: clock.now() },
        ...{ expiresAt: now + Math.min(livesMs, longestMs), previousEndsAt: now + dayMs },
      }).catch((error: unknown) => {
        if (!(error instanceof RotatedLately)) throw error;
        throw conflict(
          'This API key was rotated less than a day ago, and the one before still works. Revoke it where it is in wrong hands.',
        );
      });
      if (!rotated) throw notFound('The API key');
      const message = 'API key rotated. The new one is shown only now; the one before works for a day more.';
      return { ...present(rotated, principal), key, message };
    },
    { isSecret: true },
  );
}

/** Whoever changes a key or makes it anew could act as its owner: nobody else does. */
async function requireOwnKey(db: Database, principal: Principal, id: string): Promise<StoredApiKey> {
  const key = await readApiKey(db, keyOf(principal, id));
  if (!key) throw notFound('The API key');
  if (key.userId !== principal.userId)
    throw forbidden('Only its owner can change or rotate an API key. You can revoke it.');
  return key;
}

function givenPermissions(principal: Principal, wanted: readonly string[]): readonly string[] {
  const unique = [...new Set(wanted)].sort();
  const refused = unique.filter((permission) => !principal.permissions.some((held) => held === permission));
  if (refused.length > 0)
    throw invalid({ Permissions: [`You cannot give a key what you may not do: ${refused.join(', ')}`] });
  if (unique.some((permission) => never.some((one) => one === permission)))
    throw invalid({ Permissions: ['An API key cannot make API keys'] });
  return unique;
}

/** Own locations, and locations of the organization; null for all. */
async function givenPlaces(
  db: Database,
  { organizationId, userId }: Principal,
  {
    locationIds = null,
    organizationLocationIds = null,
  }: Pick<BodyOf<typeof addApiKey>, 'locationIds' | 'organizationLocationIds'>,
) {
  if (locationIds === null && organizationLocationIds === null)
    return { locationIds, organizationLocationIds };
  if ((locationIds?.length ?? 0) + (organizationLocationIds?.length ?? 0) === 0)
    throw invalid({ LocationIds: ['Choose at least one place, or all'] });
  const known = async (wanted: readonly string[] | null, read: () => Promise<readonly { id: string }[]>) => {
    if (wanted === null) return null;
    const ids = new Set((await read()).map(({ id }) => id));
    const unique = [...new Set(wanted.map((id) => id.toLowerCase()))].sort();
    if (!unique.every((id) => ids.has(id))) throw notFound('One of the places');
    return unique;
  };
  return {
    locationIds: await known(locationIds, () => listLocations(db, organizationId, userId)),
    organizationLocationIds: await known(organizationLocationIds, () =>
      listOrganizationLocations(db, organizationId),
    ),
  };
}

function givenNetworks(wanted: readonly string[] | null): readonly string[] | null {
  if (wanted === null) return null;
  const wrong = wanted.find((network) => parseNetwork(network) === null);
  if (wrong !== undefined)
    throw invalid({
      Networks: [`‘${wrong}’ is no address and no network, such as 192.0.2.0/24 or 2001:db8::/32`],
    });
  return [...new Set(wanted)];
}

function present(key: StoredApiKey, { userId }: Principal): ApiKey {
  const { id, name, prefix, lastUsedNetwork, revision, expiresAt, previousEndsAt } = key;
  const now = wallNow();
  const list = (values: readonly string[] | null) => values && [...values];
  return {
    ...{ id, name, prefix, lastUsedNetwork, revision },
    owner: key.ownerName,
    isMine: key.userId === userId,
    permissions: list(key.permissions),
    locationIds: list(key.locationIds),
    organizationLocationIds: list(key.organizationLocationIds),
    networks: list(key.networks),
    createdUtc: isoTime(key.createdAt),
    expiresUtc: isoTime(expiresAt),
    expired: expiresAt !== null && expiresAt <= now,
    lastUsedUtc: isoTime(key.lastUsedAt),
    previousEndsUtc: isoTime(previousEndsAt !== null && previousEndsAt > now ? previousEndsAt : null),
  };
}
