import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '../../platform/database/database.ts';
import { queueDepths } from '../../platform/jobs/jobs.store.ts';
import { channelJobs, channelOfJob } from './queue-deliveries.ts';
import type { EndedAttempt } from './store.ts';

/** Attempts that ended in this process, by channel and outcome. */
export class AttemptCounts {
  readonly #counts = new Map<string, { readonly channel: string; readonly outcome: string; count: number }>();

  add({ channel, result }: EndedAttempt): void {
    const key = `${channel} ${result.kind}`;
    const counted = this.#counts.get(key);
    if (counted) counted.count++;
    else this.#counts.set(key, { channel, outcome: result.kind, count: 1 });
  }

  all() {
    return this.#counts.values();
  }
}

/** Adds the figures of delivery to a registry. None of them names an organization. */
export function deliveryMetrics(
  registry: Registry,
  { db, counts }: { db: Database; counts: AttemptCounts },
): void {
  new Counter({
    name: 'allclear_delivery_attempts_total',
    help: 'Attempts to deliver a notice that ended in this process, by channel and outcome',
    labelNames: ['channel', 'outcome'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const { channel, outcome, count } of counts.all()) this.inc({ channel, outcome }, count);
    },
  });
  const oldest = new Gauge({
    name: 'allclear_delivery_queue_age_seconds',
    help: 'How long the oldest delivery that could go out has waited',
    labelNames: ['channel'] as const,
    registers: [registry],
  });
  new Gauge({
    name: 'allclear_delivery_queue_depth',
    help: 'Deliveries that wait: ready to go out, or later for another attempt',
    labelNames: ['channel', 'when'] as const,
    registers: [registry],
    async collect() {
      this.reset();
      oldest.reset();
      const names = Object.values(channelJobs).map(({ name }) => name);
      for (const { name, ready, later, oldestSeconds } of await queueDepths(db, names).catch(() => [])) {
        const channel = channelOfJob(name) ?? name;
        this.set({ channel, when: 'ready' }, ready);
        this.set({ channel, when: 'later' }, later);
        oldest.set({ channel }, oldestSeconds);
      }
    },
  });
}
