import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/** An API key ends after a year at most. */
export const maxApiKeyDays = 365;
const maxNetworks = 50;
const maxPlaces = 1_000;

/** A key by which a program acts for its owner. The key itself is shown once, when it is made or rotated. */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** Who made it; it never may more than this person. */
  owner: z.string(),
  isMine: z.boolean(),
  /** The first characters of the key; null for a key made before keys had any. */
  prefix: z.string().nullable(),
  /** Null: everything that its owner may. */
  permissions: z.array(z.string()).nullable(),
  /** Locations of its owner. Both lists null: all places. */
  locationIds: z.array(z.string()).nullable(),
  /** Locations of the organization, for the owner's locations at them. */
  organizationLocationIds: z.array(z.string()).nullable(),
  /** Addresses and CIDR networks that it may be used from; null for all. */
  networks: z.array(z.string()).nullable(),
  createdUtc: z.string(),
  /** Null: it has no end, as keys had before. */
  expiresUtc: z.string().nullable(),
  expired: z.boolean(),
  lastUsedUtc: z.string().nullable(),
  /** An IPv4 address, or the first 64 bits of an IPv6 address. */
  lastUsedNetwork: z.string().nullable(),
  /** Until when the key before the last rotation works; null when it does not. */
  previousEndsUtc: z.string().nullable(),
  /** Raised by each change. */
  revision: z.number().int(),
});

export type ApiKey = z.infer<typeof apiKey>;

const permissions = z.array(z.string().max(100)).min(1, 'Choose at least one permission').max(200);
const placeIds = z.array(z.string().max(100)).max(maxPlaces);
const networks = z.array(z.string().trim().max(100)).min(1, 'Enter at least one network').max(maxNetworks);
const name = z.string().trim().min(1).max(100);

export const listApiKeys = defineRoute({
  ...paths.listApiKeys,
  needs: 'api-keys:write',
  summary: 'The organization’s API keys, newest first, without those that were revoked',
  data: z.array(apiKey),
  paged: true,
});

export const addApiKey = defineRoute({
  ...paths.addApiKey,
  needs: 'api-keys:write',
  refusesImpersonation: true,
  refusesKeys: true,
  summary: 'Makes an API key with some of the own permissions; the key is shown only now',
  body: z.object({
    name,
    permissions,
    /** Own locations; these and `organizationLocationIds` left out or null: all places. */
    locationIds: placeIds.nullish(),
    organizationLocationIds: placeIds.nullish(),
    networks: networks.nullish(),
    days: z.number().int().min(1).max(maxApiKeyDays).default(maxApiKeyDays),
  }),
  data: apiKey.extend({ key: z.string(), message: z.string() }),
  failures: [400, 403, 404, 409],
});

export const changeApiKey = defineRoute({
  ...paths.changeApiKey,
  needs: 'api-keys:write',
  refusesImpersonation: true,
  refusesKeys: true,
  summary: 'Changes an own API key; what is left out stays as it is',
  body: z.object({
    id: z.string(),
    /** The revision that the change is based on; without it the last write wins. */
    revision: z.number().int().optional(),
    name: name.optional(),
    permissions: permissions.optional(),
    /** With either list, both are replaced. */
    locationIds: placeIds.nullish(),
    organizationLocationIds: placeIds.nullish(),
    networks: networks.nullish(),
  }),
  data: apiKey.extend({ message: z.string() }),
  failures: [400, 403, 404, 409],
});

export const rotateApiKey = defineRoute({
  ...paths.rotateApiKey,
  needs: 'api-keys:write',
  refusesImpersonation: true,
  refusesKeys: true,
  summary:
    'Makes an own API key anew; the one before works for a day more, and the new one is shown only now',
  params: z.object({ id: z.string() }),
  data: apiKey.extend({ key: z.string(), message: z.string() }),
  failures: [403, 404, 409],
});

export const deleteApiKey = defineRoute({
  ...paths.deleteApiKey,
  needs: 'api-keys:write',
  refusesImpersonation: true,
  refusesKeys: true,
  summary: 'Revokes an API key of the organization: it is refused within two seconds',
  params: z.object({ id: z.string() }),
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404],
});
