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
import { describeApi } from './api/describe.ts';
import {
  ApiError,
  answerBadUrl,
  envelope,
  forbidden,
  handleErrors,
  invalidInput,
  notFound,
} from './api/errors.ts';
import type { LiveHub } from './api/live-hub.ts';
import { advisoryRoutes } from './api/routes/advisories.ts';
import { airQualityRoutes } from './api/routes/air-quality.ts';
import { baseMapRoutes } from './api/routes/base-maps.ts';
import { conditionHistoryRoutes } from './api/routes/condition-history.ts';
import { deliveryCallbackRoutes } from './api/routes/delivery-callbacks.ts';
import { eventRoutes } from './api/routes/events.ts';
import { forecastRoutes } from './api/routes/forecasts.ts';
import { geocodeRoutes } from './api/routes/geocode.ts';
import { healthRoutes } from './api/routes/health.ts';
import { heatSeriesRoutes } from './api/routes/heat-series.ts';
import { ingestRoutes } from './api/routes/ingest.ts';
import { lightningRoutes } from './api/routes/lightning.ts';
import { locationRoutes } from './api/routes/locations.ts';
import { mailboxRoutes } from './api/routes/mailbox.ts';
import { mapRoutes } from './api/routes/map.ts';
import { mapAlertRoutes } from './api/routes/map-alerts.ts';
import { mapSettingsRoutes } from './api/routes/map-settings.ts';
import { notificationSettingsRoutes } from './api/routes/notification-settings.ts';
import { notificationRoutes } from './api/routes/notifications.ts';
import { observationRoutes } from './api/routes/observations.ts';
import { observationAtPointRoutes } from './api/routes/observations-at-point.ts';
import { peopleRoutes } from './api/routes/people.ts';
import { policyRoutes } from './api/routes/policies.ts';
import { proactiveForecastRoutes } from './api/routes/proactive-forecasts.ts';
import { pushRoutes } from './api/routes/push.ts';
import { radarRoutes } from './api/routes/radar.ts';
import { roadConditionRoutes } from './api/routes/road-conditions.ts';
import { groupRoutes } from './api/routes/sites.ts';
import { stationImageRoutes } from './api/routes/station-images.ts';
import { stationUploadRoutes } from './api/routes/station-uploads.ts';
import { stationRoutes } from './api/routes/stations.ts';
import { type StatusInput, statusRoutes } from './api/routes/status.ts';
import { stormCellRoutes } from './api/routes/storm-cells.ts';
import { stormReplayRoutes } from './api/routes/storm-replay.ts';
import { surfaceAnalysisRoutes } from './api/routes/surface-analysis.ts';
import { tropicalRoutes } from './api/routes/tropical.ts';
import { userRoutes } from './api/routes/users.ts';
import { warningRoutes } from './api/routes/warnings.ts';
import { webhookRoutes } from './api/routes/webhooks.ts';
import { workRestRoutes } from './api/routes/work-rest.ts';
import { addSecureHeaders } from './api/secure-headers.ts';
import type { BaseMaps } from './base-maps/base-maps.ts';
import type { Clock } from './clock.ts';
import type { Channels } from './delivery/channels.ts';
import type { AttemptCounts } from './delivery/metrics.ts';
import type { AlertsLive } from './engine/alerts-live.ts';
import type { ForecastSource } from './engine/current-forecast.ts';
import type { LightningLive } from './engine/lightning-live.ts';
import type { SnapshotsLive } from './engine/snapshots-live.ts';
import { AuthenticationError } from './identity/principal.ts';
import { type IdentityChoice, openIdentity } from './open-identity.ts';
import type { Radar } from './radar/radar.ts';
import type { Store } from './store/database.ts';

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
    locationRoutes(api, { db: store.db, clock, lightningIndex: live.lightningIndex });
    lightningRoutes(api, { db: store.db, clock, live });
    observationRoutes(api, { db: store.db, clock });
    observationAtPointRoutes(api, { db: store.db, clock });
    conditionHistoryRoutes(api, { db: store.db, clock });
    stationRoutes(api, { db: store.db, clock });
    await stationUploadRoutes(api, { db: store.db, clock, live });
    await stationImageRoutes(api, { db: store.db, clock });
    policyRoutes(api, { db: store.db, clock, lightningIndex: live.lightningIndex });
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
