import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { LightningLive } from '../../lightning/lightning-live.ts';
import { type AttemptCounts, deliveryMetrics } from '../../notifications/delivery/metrics.ts';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import type { LiveHub } from '../events/live-hub.ts';

/**
 * Health for who runs the process, and metrics for Prometheus. Neither says anything about any organisation.
 */
export function healthRoutes(
  app: FastifyInstance,
  {
    ready,
    hub,
    live,
    clock,
    db,
    attempts,
  }: {
    ready: () => Promise<boolean>;
    hub: LiveHub;
    live: LightningLive;
    clock: Clock;
    db: Database;
    attempts: AttemptCounts;
  },
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'allclear_' });
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
      this.set(hub.size);
    },
  });
  new Gauge({
    name: 'allclear_lightning_lag_seconds',
    help: 'How far the observation of a lightning feed lies behind the clock, in seconds of weather',
    labelNames: ['feed'] as const,
    registers: [registry],
    collect() {
      for (const vendor of live.vendors) {
        const through = live.lightningIndex.observationOf(vendor, clock.now())?.observedThrough;
        if (through !== undefined) this.set({ feed: vendor }, (clock.now() - through) / 1000);
      }
    },
  });
  deliveryMetrics(registry, { db, counts: attempts });

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
    const isReady = await ready().catch(() => false);
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
  });
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
