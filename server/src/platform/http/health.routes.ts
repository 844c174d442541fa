import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { sleepReal } from '../clock/clock.ts';
import type { EventStreams } from '../events/event-streams.ts';
import { notSignedIn } from './errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts an answer that was given before any hook. `route` is its address with the names of parameters. */
    observeAnswer(route: string, status: number, seconds: number): void;
  }
}

/** A database that takes connections and answers nothing must not keep whoever asks waiting, ms. */
const readyWithinMs = 2_000;

/** Collected once, by observers that nothing ends: of the process, however many servers it has had. */
let processMetrics: Registry | undefined;

function metricsOfProcess(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'allclear_' });
  return registry;
}

/** Health for operators, and metrics for Prometheus. Neither contains data of an organization. */
export function healthRoutes(
  app: FastifyInstance,
  {
    ready,
    events,
    metrics,
    metricsToken,
  }: {
    ready: () => Promise<boolean>;
    events: EventStreams;
    /** Each adds a subject's metrics to the registry. */
    metrics: readonly ((registry: Registry) => void)[];
    /** Of the scraper; null lets this machine alone read the metrics. */
    metricsToken: string | null;
  },
): void {
  const registry = new Registry();
  const duration = new Histogram({
    name: 'allclear_http_request_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'allclear_event_streams',
    help: 'Open event streams',
    registers: [registry],
    collect() {
      this.set(events.size);
    },
  });
  for (const add of metrics) add(registry);
  processMetrics ??= metricsOfProcess();
  const all = Registry.merge([processMetrics, registry]);

  app.decorate('observeAnswer', (route, status, seconds) =>
    duration.observe({ method: 'GET', route, status: String(status) }, seconds),
  );
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url;
    if (route?.startsWith('/api/')) {
      duration.observe(
        { method: request.method, route, status: String(reply.statusCode) },
        reply.elapsedTime / 1000,
      );
    }
  });

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const late = new AbortController();
    const isReady = await Promise.race([
      ready().catch(() => false),
      sleepReal(readyWithinMs, late.signal).then(() => false),
    ]);
    late.abort();
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) throw notSignedIn();
    return reply
      .type(all.contentType)
      .header('cache-control', 'no-store')
      .send(await all.metrics());
  });
}

/**
 * Whether a request may read the metrics: with the token, or without one set from this machine itself. A
 * request that a proxy passed on is not from this machine.
 */
function mayReadMetrics({ headers, socket }: FastifyRequest, token: string | null): boolean {
  if (token !== null) return isSame(headers.authorization ?? '', `Bearer ${token}`);
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip'].some((name) => name in headers);
  return !isForwarded && /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
}

/** In the same time whatever the difference. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
