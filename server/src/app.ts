import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FrontsFeed, Geocoder, RoadConditions, StormCellFeed, TropicalFeed } from '@allclear/adapters';
import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import fastifyStatic from '@fastify/static';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import { ZodType } from 'zod';
import { airQualityRoutes } from './air-quality/routes.ts';
import { advisoryRoutes } from './alerts/advisories.routes.ts';
import type { AlertsLive } from './alerts/alerts-live.ts';
import { mapAlertRoutes } from './alerts/map-alerts.routes.ts';
import { conditionHistoryRoutes } from './conditions/condition-history.routes.ts';
import { observationAtPointRoutes } from './conditions/observations-at-point.routes.ts';
import { observationRoutes } from './conditions/routes.ts';
import type { ForecastSource } from './forecasts/current-forecast.ts';
import { forecastRoutes } from './forecasts/routes.ts';
import { heatSeriesRoutes } from './heat/heat-series.routes.ts';
import { workRestRoutes } from './heat/work-rest.routes.ts';
import { type IdentityChoice, openIdentity } from './identity/open-identity.ts';
import { AuthenticationError } from './identity/principal.ts';
import { ingestRoutes } from './lightning/ingest/routes.ts';
import type { LightningLive } from './lightning/lightning-live.ts';
import { lightningRoutes } from './lightning/routes.ts';
import { geocodeRoutes } from './locations/geocode.routes.ts';
import { locationRoutes } from './locations/routes.ts';
import type { BaseMaps } from './map/base-maps/base-maps.ts';
import { baseMapRoutes } from './map/base-maps/routes.ts';
import { mapSettingsRoutes } from './map/map-settings.routes.ts';
import type { Radar } from './map/radar/radar.ts';
import { radarRoutes } from './map/radar/routes.ts';
import { roadConditionRoutes } from './map/roads/routes.ts';
import { mapRoutes } from './map/routes.ts';
import { stormCellRoutes } from './map/storm-cells/routes.ts';
import { stormReplayRoutes } from './map/storm-replay/routes.ts';
import { surfaceAnalysisRoutes } from './map/surface-analysis.routes.ts';
import { tropicalRoutes } from './map/tropical.routes.ts';
import { proactiveForecastRoutes } from './messages/routes.ts';
import { deliveryCallbackRoutes } from './notifications/delivery/callbacks.routes.ts';
import type { Channels } from './notifications/delivery/channels.ts';
import type { AttemptCounts } from './notifications/delivery/metrics.ts';
import { mailboxRoutes } from './notifications/mailbox.routes.ts';
import { pushRoutes } from './notifications/push.routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { notificationSettingsRoutes } from './notifications/settings.routes.ts';
import { webhookRoutes } from './notifications/webhooks.routes.ts';
import { peopleRoutes } from './organizations/routes.ts';
import { groupRoutes } from './people/groups.routes.ts';
import { userRoutes } from './people/users.routes.ts';
import type { Clock } from './platform/clock/clock.ts';
import type { Store } from './platform/database/database.ts';
import type { LiveHub } from './platform/events/live-hub.ts';
import { eventRoutes } from './platform/events/routes.ts';
import type { SnapshotsLive } from './platform/feeds/snapshots-live.ts';
import { describeApi } from './platform/http/describe.ts';
import {
  ApiError,
  answerBadUrl,
  envelope,
  forbidden,
  handleErrors,
  invalidInput,
  notFound,
} from './platform/http/errors.ts';
import { healthRoutes } from './platform/http/health.routes.ts';
import { addSecureHeaders } from './platform/http/secure-headers.ts';
import { type StatusInput, statusRoutes } from './platform/http/status.routes.ts';
import { policyRoutes } from './policies/routes.ts';
import { stationRoutes } from './stations/routes.ts';
import { stationImageRoutes } from './stations/station-images.routes.ts';
import { stationUploadRoutes } from './stations/station-uploads.routes.ts';
import { tryPolicyRoutes } from './warnings/backtest/try-policy.routes.ts';
import { warningRoutes } from './warnings/routes.ts';

const webFolder = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const bodyLimit = 256 * 1024;

export interface AppParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly live: LightningLive;
  readonly alerts: AlertsLive;
  /** Feeds of alerts that can say where zones are. */
  readonly zoneShapesFrom: readonly string[];
  readonly hub: LiveHub;
  readonly snapshots: SnapshotsLive;
  readonly radar: Radar;
  readonly baseMaps: BaseMaps;
  readonly stormCells: StormCellFeed | null;
  readonly tropical: TropicalFeed | null;
  readonly fronts: FrontsFeed | null;
  readonly roads: RoadConditions | null;
  readonly geocoder: Geocoder;
  /** The ways of telling people. */
  readonly channels: Channels;
  /** How this process's attempts to deliver ended. */
  readonly attempts: AttemptCounts;
  readonly identity: IdentityChoice;
  readonly weather: string;
  /** Whom forecasts come from; null when this installation has none. */
  readonly forecast: ForecastSource | null;
  readonly airQuality: ForecastSource | null;
  /** The feeds that this installation is set to poll. */
  readonly feeds: StatusInput['feeds'];
  /** Where people reach the product. */
  readonly url: string;
  readonly trustProxy: boolean;
  /** Whether it serves the API, sign-in and the web app; health and metrics it serves always. */
  readonly servesPeople: boolean;
  /** Whether everything that the API answers from is there. */
  readonly ready: () => Promise<boolean>;
  readonly log: FastifyBaseLogger;
}

/** The whole HTTP side of a process: API, web app, identity, health. Nothing listens yet. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { store, clock, live, log } = parts;
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: parts.trustProxy,
    bodyLimit,
    routerOptions: { caseSensitive: false, maxParamLength: 300 },
    forceCloseConnections: true,
    frameworkErrors: answerBadUrl,
  });
  app.decorateRequest('principal', null);
  app.setValidatorCompiler(({ schema }) => (value) => {
    if (!(schema instanceof ZodType)) return { value };
    const result = schema.safeParse(value);
    return result.success ? { value: result.data } : { error: invalidInput(result.error.issues) };
  });
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  handleErrors(app);

  const secure = parts.url.startsWith('https:');
  await addSecureHeaders(app, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: [
          "'self'",
          ...(parts.identity.kind === 'external' ? [new URL(parts.identity.issuer).origin] : []),
        ],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
        frameSrc: ["'self'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    frameguard: { action: 'sameorigin' },
    hsts: secure ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
  });
  await app.register(rateLimit, {
    global: false,
    hook: 'preHandler',
    keyGenerator: (request) => request.principal?.userId ?? request.ip,
    errorResponseBuilder: () =>
      new ApiError(429, 'too-many-requests', 'Too many requests. Please wait a moment.'),
  });
  await app.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'] });
  healthRoutes(app, {
    ready: parts.ready,
    hub: parts.hub,
    live,
    clock,
    db: store.db,
    attempts: parts.attempts,
  });
  // A process that runs the engine alone has no business with people.
  if (!parts.servesPeople) return app;
  redirectLoopbackAliases(app, parts.url);
  await describeApi(app);

  const { authenticator, ...identity } = await openIdentity(app, {
    store,
    url: parts.url,
    choice: parts.identity,
  });
  app.decorate('authenticate', async (authorization: string | undefined) => {
    try {
      return await authenticator.authenticate(authorization);
    } catch (error) {
      if (!(error instanceof AuthenticationError)) throw error;
      if (error.kind === 'no-account') throw forbidden();
      return null;
    }
  });
  await app.register(async (api) => {
    statusRoutes(api, {
      db: store.db,
      clock,
      live,
      facts: { weather: parts.weather, feeds: parts.feeds, identity },
    });
    peopleRoutes(api, { db: store.db });
    groupRoutes(api, { db: store.db, clock });
    userRoutes(api, { db: store.db, clock });
    locationRoutes(api, { db: store.db, clock });
    lightningRoutes(api, { db: store.db, clock, live });
    observationRoutes(api, { db: store.db, clock });
    observationAtPointRoutes(api, { db: store.db, clock });
    conditionHistoryRoutes(api, { db: store.db, clock });
    stationRoutes(api, { db: store.db, clock });
    await stationUploadRoutes(api, { db: store.db, clock, live });
    await stationImageRoutes(api, { db: store.db, clock });
    policyRoutes(api, { db: store.db, clock });
    tryPolicyRoutes(api, { db: store.db, clock, lightningIndex: live.lightningIndex });
    warningRoutes(api, { db: store.db, clock, alerts: parts.alerts, forecast: parts.forecast });
    advisoryRoutes(api, { db: store.db, alerts: parts.alerts });
    forecastRoutes(api, { db: store.db, clock, source: parts.forecast });
    airQualityRoutes(api, { db: store.db, clock, source: parts.airQuality });
    workRestRoutes(api, { db: store.db, clock });
    heatSeriesRoutes(api, { db: store.db, clock, source: parts.forecast });
    proactiveForecastRoutes(api, { db: store.db, clock });
    mapRoutes(api, { clock, live });
    mapAlertRoutes(api, { db: store.db, alerts: parts.alerts, shapesFrom: parts.zoneShapesFrom });
    mapSettingsRoutes(api, { db: store.db, clock });
    baseMapRoutes(api, { baseMaps: parts.baseMaps });
    radarRoutes(api, { radar: parts.radar, clock });
    stormCellRoutes(api, { snapshots: parts.snapshots, clock, feed: parts.stormCells });
    stormReplayRoutes(api, { db: store.db, clock, live, cellFeed: parts.stormCells });
    tropicalRoutes(api, { snapshots: parts.snapshots, clock, feed: parts.tropical });
    roadConditionRoutes(api, { roads: parts.roads, clock });
    surfaceAnalysisRoutes(api, {
      snapshots: parts.snapshots,
      clock,
      radar: parts.radar,
      fronts: parts.fronts,
      hasTropical: parts.tropical !== null,
    });
    await ingestRoutes(api, { db: store.db, clock, live });
    geocodeRoutes(api, { geocoder: parts.geocoder });
    eventRoutes(api, { hub: parts.hub });
    notificationRoutes(api, { db: store.db, clock });
    notificationSettingsRoutes(api, { db: store.db, clock, channels: parts.channels });
    pushRoutes(api, { db: store.db, channels: parts.channels });
    webhookRoutes(api, { db: store.db, channels: parts.channels });
    mailboxRoutes(api, { db: store.db, channels: parts.channels });
    await deliveryCallbackRoutes(api, { db: store.db, channels: parts.channels });
  });
  await serveWeb(app);
  return app;
}

/** The web app: its files, and its page for every path that is nothing else. */
async function serveWeb(app: FastifyInstance): Promise<void> {
  const built = existsSync(`${webFolder}index.html`);
  if (built) {
    await app.register(fastifyStatic, {
      root: webFolder,
      index: false,
      // Files under assets/ carry their content's hash in their name.
      setHeaders: (reply, file) => {
        reply.header(
          'cache-control',
          /[\\/]assets[\\/]/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }
  const sendPage = (reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').sendFile('index.html');
  if (built) app.get('/', { schema: { hide: true } }, (_request, reply) => sendPage(reply));
  app.setNotFoundHandler((request, reply) => {
    const page =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|identity|assets|metrics)(\/|$)/i.test(request.url);
    if (page && built && /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*')) return sendPage(reply);
    return reply.status(404).send(envelope(notFound('This address')));
  });
}

/**
 * Sign-in works at one address. On the machine itself people type 127.0.0.1 as well as localhost: pages under
 * another name of this machine are sent to the one that is set.
 */
function redirectLoopbackAliases(app: FastifyInstance, url: string): void {
  const own = new URL(url);
  const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;
  if (!loopback.test(own.hostname)) return;
  app.addHook('onRequest', async (request, reply) => {
    const host = request.headers.host ?? '';
    const name = host.replace(/:\d+$/, '');
    if (request.method !== 'GET' || name === own.hostname || !loopback.test(name)) return;
    if (!(request.headers.accept ?? '').includes('text/html')) return;
    return reply.redirect(`${own.origin}${request.url}`, 302);
  });
}
