import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const identifier = z.string().max(200);
/** Of the secret address; what is none gets 404. */
const secret = z.string().max(200);

/** The secret address of the CAP feed, as administrators see it: never the address itself. */
export const capAddress = z.object({
  /** When it was made or last renewed, wall time. */
  madeUtc: z.string(),
  lastUsedUtc: z.string().nullable(),
});

export type CapAddress = z.infer<typeof capAddress>;

export const getCapFeed = defineRoute({
  ...paths.getCapFeed,
  needs: 'cap:read',
  summary:
    'An Atom feed of the newest CAP 1.2 message of each warning that is open or ended within the last hour, with ETag',
  data: z.unknown(),
  failures: [404],
});

export const getCapAlert = defineRoute({
  ...paths.getCapAlert,
  needs: 'cap:read',
  summary: 'A CAP 1.2 message by its identifier; it never changes',
  params: z.object({ id: identifier }),
  data: z.unknown(),
  failures: [404],
});

export const getSecretCapFeed = defineRoute({
  ...paths.getSecretCapFeed,
  needs: 'public',
  summary: 'The same feed by its secret address, for readers that cannot send a key',
  params: z.object({ secret }),
  data: z.unknown(),
  failures: [404],
});

export const getSecretCapAlert = defineRoute({
  ...paths.getSecretCapAlert,
  needs: 'public',
  summary: 'A CAP 1.2 message by the secret address of its feed',
  params: z.object({ secret, id: identifier }),
  data: z.unknown(),
  failures: [404],
});

export const getCapAddress = defineRoute({
  ...paths.getCapAddress,
  needs: 'cap:write',
  summary: 'Whether the CAP feed has a secret address; null when it has none',
  data: capAddress.nullable(),
});

export const renewCapAddress = defineRoute({
  ...paths.renewCapAddress,
  needs: 'cap:write',
  refusesImpersonation: true,
  refusesKeys: true,
  summary: 'Makes the secret address of the CAP feed; the one before is refused from now on',
  data: capAddress.extend({ url: z.string(), message: z.string() }),
  failures: [403, 409],
});

export const removeCapAddress = defineRoute({
  ...paths.removeCapAddress,
  needs: 'cap:write',
  refusesImpersonation: true,
  refusesKeys: true,
  summary: 'Removes the secret address of the CAP feed',
  data: z.object({ message: z.string() }),
  failures: [403, 404],
});

export const getPlaceMetrics = defineRoute({
  ...paths.getPlaceMetrics,
  needs: 'metrics:read',
  summary: 'The state of each organization location in the text format of Prometheus (0.0.4)',
  data: z.unknown(),
});
