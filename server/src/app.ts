import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import fastifyStatic from '@fastify/static';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { ZodType } from 'zod';
import { AuthenticationError, checkCallers, openIdentity, watchAccess } from './identity/index.ts';
import { provisionPerson } from './people/index.ts';
import { createAuditRefusal } from './platform/audit/audit-refusal.ts';
import { wallNow } from './platform/clock/clock.ts';
import { eventRoutes } from './platform/events/routes.ts';
import { clientAddress, clientNetwork } from './platform/http/client-network.ts';
import { compression } from './platform/http/compression.ts';
import { createHttpServer } from './platform/http/create-http-server.ts';
import {
  answerBadUrl,
  envelope,
  forbidden,
  handleErrors,
  invalidInput,
  notFound,
  tooManyRequests,
} from './platform/http/errors.ts';
import { healthRoutes } from './platform/http/health.routes.ts';
import { createAnswerOnce } from './platform/http/idempotency.ts';
import { KeptAnswers } from './platform/http/kept/kept-answers.ts';
import { defaultRequestTimes, type RequestTimes } from './platform/http/limits/limit-requests.ts';
import { ReadCounts } from './platform/http/limits/read-counts.ts';
import { describeApi } from './platform/http/reference/describe.ts';
import { addSecureHeaders } from './platform/http/secure-headers.ts';
import { statusRoutes } from './platform/http/status.routes.ts';
import { refuseUnstorableText } from './platform/http/storable-text.ts';
import { trustsHop } from './platform/http/trusted-proxies.ts';
import type { OpenSubjects } from './platform/open-subjects.ts';
import { hasMail } from './platform/settings/base-settings.ts';
import type { Platform } from './platform/subject.ts';

const webFolder = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const bodyLimit = 256 * 1024;

export interface AppContext {
  readonly platform: Pick<
    Platform,
    'store' | 'db' | 'clock' | 'log' | 'settings' | 'secrets' | 'events' | 'http' | 'memory'
  >;
  /** `simulated`, `live` or `replay:NAME`, as in the status. */
  readonly weather: string;
  readonly subjects: OpenSubjects['open'];
  /** Whether everything that the API answers from is there. */
  readonly ready: () => Promise<boolean>;
  /** How long requests may take; tests set their own. */
  readonly requestTimes?: RequestTimes;
  /** Called with each answer that has a schema, for tests; what it throws is answered with 500. */
  readonly checkAnswer?: (route: string, schema: ZodType, data: unknown) => void;
}

/** The whole HTTP side of a process: API, web app, identity, health. Nothing listens yet. */
export async function buildApp({
  platform,
  weather,
  subjects,
  ready,
  requestTimes = defaultRequestTimes,
  checkAnswer,
}: AppContext): Promise<FastifyInstance> {
  const { store, db, clock, events, settings } = platform;
  const { url, oidc } = settings;
  const health = subjects.flatMap(({ subject }) => subject.health ?? []);
  const counts = new ReadCounts(settings.readsPerMinute);
  const kept = new KeptAnswers({ reads: platform.memory, counts, speed: clock.speed });
  const app = createFastify(platform, requestTimes, checkAnswer, {
    kept: settings.services.has('api') ? kept : null,
    fromMemory: fromMemoryOf(settings.services, subjects),
  });
  await addProtections(app, settings, counts);
  kept.setHeaders(app.secureHeaders);
  app.decorate('keptAnswers', kept);
  healthRoutes(app, {
    ready,
    events,
    metrics: health.flatMap(({ metrics }) => metrics ?? []),
    metricsToken: settings.metricsToken,
  });
  // A process that runs only the engine serves nothing else.
  if (!settings.services.has('api')) return app;
  redirectLoopbackAliases(app, url);
  await describeApi(app);

  const { authenticator, ...identity } = await openIdentity(app, {
    store,
    url,
    secrets: platform.secrets,
    hasMail: hasMail(settings),
    sso: {
      http: platform.http,
      allowPrivateAddresses: settings.allowPrivateAddresses,
      provision: provisionPerson({ db, clock }),
    },
    choice: oidc ? { kind: 'external', ...oidc, http: platform.http } : { kind: 'embedded' },
  });
  const access = watchAccess({ db, events, log: platform.log, wallNow });
  const callers = checkCallers({ db, kept, log: platform.log, wallNow });
  app.addHook('onClose', async () => {
    await access.close();
    await callers.close();
  });
  app.decorate('answerOnce', createAnswerOnce(db));
  app.decorate('authenticate', async (request) => {
    try {
      return await authenticator.authenticate(request.headers.authorization, clientAddress(request));
    } catch (error) {
      if (!(error instanceof AuthenticationError)) throw error;
      if (error.kind === 'no-account') throw forbidden();
      if (error.kind === 'wrong-network') throw forbidden(error.message);
      if (error.kind === 'throttled') throw tooManyRequests();
      return null;
    }
  });
  await app.register(async (api) => {
    statusRoutes(api, { db, clock, weather, environment: settings.environment, identity, health });
    eventRoutes(api, { events, programs: subjects.flatMap(({ subject }) => subject.programEvents ?? []) });
    for (const { subject } of subjects) await subject.routes?.(api);
  });
  await serveWeb(app);
  return app;
}

type FromMemory = NonNullable<OpenSubjects['open'][number]['subject']['fromMemory']>;

/** What answers before the framework, in a process that serves the API. */
function fromMemoryOf(
  services: Platform['settings']['services'],
  subjects: OpenSubjects['open'],
): FromMemory[] {
  return services.has('api') ? subjects.flatMap(({ subject }) => subject.fromMemory ?? []) : [];
}

/** Fastify with our validation by Zod and our answers to errors. */
function createFastify(
  { db, log, settings }: Pick<Platform, 'db' | 'log' | 'settings'>,
  times: RequestTimes,
  checkAnswer: AppContext['checkAnswer'],
  { kept, fromMemory }: { kept: KeptAnswers | null; fromMemory: readonly FromMemory[] },
): FastifyInstance {
  const { connections } = settings;
  const trusts = trustsHop(settings.trustProxy);
  const isProxy = (address: string) => trusts(address, 0);
  const app = Fastify({
    serverFactory: (handler) =>
      createHttpServer(
        (request, response) => {
          if (kept?.take(request, response, handler)) return;
          if (!fromMemory.some((answers) => answers(request, response))) handler(request, response);
        },
        { times, connections, isProxy },
      ),
    loggerInstance: log,
    // In the log and in the audit: no other request of any process has it.
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusts,
    bodyLimit,
    routerOptions: { caseSensitive: false, maxParamLength: 300 },
    forceCloseConnections: true,
    // On a machine that is very busy the first seconds of a process may take long: it is to start late, not to give up.
    pluginTimeout: 0,
    frameworkErrors: answerBadUrl,
  });
  app.decorateRequest('principal', null);
  app.setValidatorCompiler(({ schema }) => (value) => {
    if (!(schema instanceof ZodType)) return { value };
    const result = schema.safeParse(value);
    return result.success ? { value: result.data } : { error: invalidInput(result.error.issues) };
  });
  app.setSerializerCompiler(({ schema, method, url }) => (data) => {
    if (schema instanceof ZodType) checkAnswer?.(`${method} ${url}`, schema, data);
    return JSON.stringify(data);
  });
  handleErrors(app, createAuditRefusal(db));
  refuseUnstorableText(app);
  return app;
}

/** Security headers, rate limits (routes opt in) and compression. */
async function addProtections(
  app: FastifyInstance,
  { url, oidc }: Platform['settings'],
  counts: ReadCounts,
): Promise<void> {
  const secure = url.startsWith('https:');
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
        // What a script puts together for the video of a live camera.
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(oidc ? [new URL(oidc.issuer).origin] : [])],
        // The app signs out by a form that goes to the issuer.
        formAction: ["'self'", ...(oidc ? [new URL(oidc.issuer).origin] : [])],
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
    keyGenerator: countedAs,
    errorResponseBuilder: tooManyRequests,
  });
  app.decorate('countedAs', countedAs);
  app.decorate('countRead', async (request, reply) => {
    const seconds = counts.count(countedAs(request));
    if (seconds === 0) return;
    reply.header('retry-after', seconds);
    throw tooManyRequests();
  });
  await app.register(compress, compression);
}

/** Whose requests are counted together: a display does not use up the allowance of its creator. */
function countedAs(request: FastifyRequest): string {
  const { principal } = request;
  return (principal?.places ? principal.credential?.id : principal?.userId) ?? clientNetwork(request);
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
 * Sign-in works at one address. On the machine itself people type 127.0.0.1 as well as localhost: a page under
 * another name of this machine is redirected to the configured one.
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
