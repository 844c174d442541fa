import { z } from 'zod';
import * as paths from './paths.ts';
import { defineRoute } from './route.ts';

export const feedStatus = z.object({
  kind: z.string(),
  vendor: z.string(),
  state: z.enum(['ok', 'late', 'down']),
  observedThrough: z.string().nullable(),
  lastError: z.string().nullable(),
});

export type FeedStatus = z.infer<typeof feedStatus>;

/**
 * `now` is the product's clock, which simulated and replayed weather run at `speed` seconds of weather per
 * second.
 */
export const status = z.object({
  now: z.string(),
  /** `simulated`, `live` or `replay:NAME`. */
  weather: z.string(),
  speed: z.number(),
  /** What the installation is for where it is not the production one, such as `Staging`; null in production. */
  environment: z.string().nullable(),
  feeds: z.array(feedStatus),
  /**
   * Sign-in: the issuer and the web app's client id. With a `resource` the app requests an access token of
   * that resource (RFC 8707) and sends it; without one (an external issuer) it sends its ID token, whose
   * audience is the client id.
   */
  identity: z.object({ issuer: z.string(), clientId: z.string(), resource: z.string().nullable() }),
  /** Seconds after which unrefreshed lightning data must not be shown as current. */
  lightningLimitSeconds: z.number(),
  /** Only while nobody has an account: the app leads to its page of the first run. */
  needsSetup: z.literal(true).optional(),
});

export type Status = z.infer<typeof status>;

export const getStatus = defineRoute({
  ...paths.getStatus,
  needs: 'public',
  summary: 'Clock, weather source and the state of every feed',
  data: status,
});
