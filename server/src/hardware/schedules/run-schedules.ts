import { nextScheduled, retryAt, scheduledBetween } from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import { systemActor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Loop } from '../../platform/subject.ts';
import { readUnit, type StoredUnit } from '../units/units.store.ts';
import { kindOf, testScheduleOf } from './present-schedule.ts';
import { dueSchedules, noteTurn, recordCommunicationCheck, type StoredSchedule } from './schedules.store.ts';

const actor = systemActor('hardware-schedules');
/** Real ms between two rounds. */
const restMs = 2_000;
/** Scheduled tests that one round begins. */
const maxInRound = 50;
/** A test that is late by more, because no server ran, is tried again when people expect it; ms. */
const lateMs = 15 * 60_000;
const dayMs = 24 * 3_600_000;

export type SirenTestKind = 'delay' | 'all-clear' | 'light';

export interface ScheduleContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Begins a test of a unit for a schedule; null, or why it cannot begin, a sentence. */
  begin(unit: StoredUnit, kind: SirenTestKind, scheduleId: string): Promise<string | null>;
  /** Asks a unit for its state and switches nothing; null, or why there is no answer, a sentence. */
  check(unit: StoredUnit, signal: AbortSignal): Promise<string | null>;
}

/** Begins the tests that are due; runs in the engine. */
export function runSchedules(context: ScheduleContext): Loop {
  const { db, clock, log } = context;
  return {
    name: 'hardware-schedules',
    async run(signal) {
      while (!signal.aborted) {
        try {
          const due = await dueSchedules(db, clock.now(), maxInRound);
          // Units are independent, and one that does not answer a check delays no other.
          const ends = await Promise.allSettled(due.map((schedule) => takeTurn(context, schedule, signal)));
          for (const end of ends)
            if (end.status === 'rejected') log.error({ err: end.reason }, 'a scheduled test could not begin');
        } catch (error) {
          log.error({ err: error }, 'scheduled tests could not be read');
        }
        await clock.sleep(restMs * clock.speed, signal);
      }
    },
  };
}

async function takeTurn(context: ScheduleContext, row: StoredSchedule, signal: AbortSignal): Promise<void> {
  const { db, clock } = context;
  const unit = await readUnit(db, { organizationId: row.organizationId, id: row.unitId });
  if (!unit) return;
  const kind = kindOf(row.kind);
  const schedule = { ...testScheduleOf(row), isSilent: kind === 'communication' };
  const plannedAt =
    scheduledBetween(schedule, unit.timeZone, row.nextAt - 40 * dayMs, row.nextAt + 1).at(-1) ?? row.nextAt;
  const skipped = await attempt(context, { row, unit, kind, signal });
  if (signal.aborted && skipped !== null) return;
  const now = clock.now();
  const next = skipped === null ? null : retryAt(schedule, unit.timeZone, plannedAt, now);
  const nextAt = next ?? nextScheduled(schedule, unit.timeZone, now) ?? now + dayMs;
  await noteTurn(db, actor, row, { skipped, nextAt, now });
}

async function attempt(
  context: ScheduleContext,
  {
    row,
    unit,
    kind,
    signal,
  }: { row: StoredSchedule; unit: StoredUnit; kind: SirenTestKind | 'communication'; signal: AbortSignal },
): Promise<string | null> {
  const { db, clock } = context;
  const now = clock.now();
  if (now - row.nextAt > lateMs * Math.max(1, clock.speed)) return 'No server ran at its time.';
  if (!unit.enabled) return 'The unit is disabled.';
  if (kind !== 'communication') return context.begin(unit, kind, row.id);
  const failed = await context.check(unit, signal);
  if (failed !== null) return failed;
  const { organizationId, unitId, id: scheduleId } = row;
  await recordCommunicationCheck(db, actor, { organizationId, unitId, scheduleId, now: clock.now() });
  return null;
}
