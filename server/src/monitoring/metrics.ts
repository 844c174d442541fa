import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import { wallNow } from '../platform/clock/clock.ts';
import { readLastBackup } from '../platform/database/backup/back-up.ts';
import type { Platform } from '../platform/subject.ts';
import type { Heartbeat } from './heartbeat.ts';
import { deviceCounts, isEngineActive, oldestUnsentSeconds } from './monitoring.store.ts';
import type { ObservedPlaces } from './observed-places.ts';

interface Monitored {
  readonly platform: Platform;
  readonly observed: ObservedPlaces;
  readonly heartbeat: Heartbeat | null;
}

/**
 * What hurts people when it is wrong, for all organizations together; none of it names one. A figure that cannot be
 * had is absent, never 0.
 */
export function monitoringMetrics(registry: Registry, monitored: Monitored): void {
  const gauge = gaugesOf(registry);
  serviceMetrics(gauge, monitored);
  installationMetrics(gauge, monitored);
}

type AddGauge = ReturnType<typeof gaugesOf>;

/** Adds gauges whose value is asked for with each scrape. */
function gaugesOf(registry: Registry) {
  return <Label extends string>(
    name: string,
    help: string,
    collect: (set: (value: number, labels?: Partial<Record<Label, string>>) => void) => Promise<void>,
    labelNames: readonly Label[] = [],
  ): void => {
    const made: Gauge<Label> = new Gauge({
      ...{ name: `allclear_${name}`, help, labelNames, registers: [registry] },
      async collect() {
        made.reset();
        // A gauge without labels is 0 after a reset, which would be a claim.
        if (labelNames.length === 0) made.remove();
        await collect((value, labels) => made.set(labels ?? {}, value)).catch(() => {});
      },
    });
  };
}

/** Whether lightning is observed, notices go out and devices answer. */
function serviceMetrics(gauge: AddGauge, { platform: { db, clock }, observed }: Monitored): void {
  gauge(
    'unobserved_seconds',
    'The longest time since lightning around a place was observed without a break, in seconds of weather; +Inf where it never was',
    async (set) => {
      for (const { kind, longestMs } of await observed.at(clock.now())) set(longestMs / 1_000, { kind });
    },
    ['kind'],
  );
  gauge(
    'places',
    'Places by what is known of lightning around them: observed, unobserved (for longer than three minutes), or not covered by any feed',
    async (set) => {
      for (const { kind, covered, unobserved, notCovered } of await observed.at(clock.now())) {
        set(covered - unobserved, { kind, lightning: 'observed' });
        set(unobserved, { kind, lightning: 'unobserved' });
        set(notCovered, { kind, lightning: 'not-covered' });
      }
    },
    ['kind', 'lightning'],
  );
  gauge(
    'oldest_unsent_notice_seconds',
    'How long the oldest delivery of a notice has waited that no provider has taken or refused; 0 when none waits',
    async (set) => set(await oldestUnsentSeconds(db)),
  );
  gauge(
    'devices',
    'Enabled sirens, loudspeakers and relays by whether they answered last',
    async (set) => {
      for (const [state, count] of Object.entries(await deviceCounts(db))) set(count, { state });
    },
    ['state'],
  );
  gauge(
    'engine_active',
    '1 while an engine of this database leads, so that it observes and notifies; 0 while none does',
    async (set) => set(Number(await isEngineActive(db))),
  );
}

/** The disk, the backups and the heartbeat. */
function installationMetrics(gauge: AddGauge, { platform: { settings }, heartbeat }: Monitored): void {
  gauge(
    'data_disk_bytes',
    'Space of the disk with the data folder',
    async (set) => {
      const { bavail, blocks, bsize } = await statfs(settings.data);
      set(bavail * bsize, { space: 'free' });
      set(blocks * bsize, { space: 'total' });
    },
    ['space'],
  );
  gauge(
    'backup_age_seconds',
    'Seconds since the last backup of this data folder; absent when none was made by `npm run backup`',
    async (set) => {
      const last = await readLastBackup(settings.data);
      if (last !== null) set(Math.max(0, wallNow() - last.at) / 1_000);
    },
  );
  if (heartbeat === null) return;
  gauge(
    'heartbeat_age_seconds',
    'Seconds since the last heartbeat that its receiver took, or since this process became the engine; absent while it is not',
    async (set) => {
      const age = heartbeat.ageMs();
      if (age !== null) set(age / 1_000);
    },
  );
}
