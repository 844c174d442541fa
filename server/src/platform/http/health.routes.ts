import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { EventStreams } from '../events/event-streams.ts';

/** Health for operators, and metrics for Prometheus. Neither contains data of an organization. */
export function healthRoutes(
  app: FastifyInstance,
  {
    ready,
    events,
    metrics,
  }: {
    ready: () => Promise<boolean>;
    events: EventStreams;
    /** Each adds a subject's metrics to the registry. */
    metrics: readonly ((registry: Registry) => void)[];
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
      this.set(events.size);
    },
  });
  for (const add of metrics) add(registry);

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
