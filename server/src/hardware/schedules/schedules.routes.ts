import {
  addSirenSchedule,
  changeSirenSchedule,
  deleteSirenSchedule,
  getSirenCalendar,
  listSirenSchedules,
} from '@allclear/contract';
import { calendarOf, DAY_MS, nextScheduled, scheduledBetween, testSeconds } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { readOrganization } from '../../organizations/index.ts';
import { actorOf } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { keyOf } from '../../platform/database/record-key.ts';
import { conflict, invalid, notFound } from '../../platform/http/errors.ts';
import { FileAnswer, serve } from '../../platform/http/serve.ts';
import { reachedUnit, reachedUnits } from '../units/may-operate.ts';
import type { StoredUnit } from '../units/units.store.ts';
import { kindOf, kindText, presentSchedule, testScheduleOf } from './present-schedule.ts';
import {
  changeSchedule,
  findSchedule,
  insertSchedule,
  listSchedules,
  maxSchedules,
  removeSchedule,
  SameSchedule,
  type ScheduleInput,
  TooManySchedules,
} from './schedules.store.ts';

interface Context {
  readonly db: Database;
  readonly clock: Clock;
}

const calendarDays = 90;

/** Scheduled tests of units, and their calendar. */
export function scheduleRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock } = context;
  calendarRoute(app, context);
  serve(app, listSirenSchedules, async ({ principal }) => {
    const units = new Map((await reachedUnits(db, principal)).map((unit) => [unit.id, unit]));
    const now = clock.now();
    return (await listSchedules(db, principal.organizationId)).flatMap((schedule) => {
      const unit = units.get(schedule.unitId);
      return unit ? [presentSchedule(schedule, unit, now)] : [];
    });
  });

  serve(app, addSirenSchedule, async ({ principal, body: { hardwareId, ...input } }) => {
    const unit = await reachedUnit(db, principal, hardwareId);
    const now = clock.now();
    const row = await insertSchedule(
      db,
      actorOf(principal),
      { organizationId: principal.organizationId, unitId: unit.id, ...input },
      { nextAt: checkedNext(input, unit, now), now },
    ).catch(refuse);
    return { ...presentSchedule(row, unit, now), message: 'Test scheduled' };
  });

  serve(app, changeSirenSchedule, async ({ principal, body: { id, revision, ...change } }) => {
    const key = keyOf(principal, id);
    const before = await findSchedule(db, key);
    if (!before) throw notFound('The scheduled test');
    const unit = await reachedUnit(db, principal, before.unitId);
    const now = clock.now();
    const { kind, every, weekday, time } = { ...before, ...definedOf(change) };
    const nextAt = checkedNext({ kind, every, weekday, time }, unit, now);
    const row = await changeSchedule(
      db,
      actorOf(principal),
      { ...key, revision },
      { change: definedOf(change), nextAt, now },
    ).catch(refuse);
    if (!row) throw notFound('The scheduled test');
    return { ...presentSchedule(row, unit, now), message: 'Scheduled test changed' };
  });

  serve(app, deleteSirenSchedule, async ({ principal, params }) => {
    const key = keyOf(principal, params.id);
    const row = await findSchedule(db, key);
    if (row) await reachedUnit(db, principal, row.unitId);
    if (!row || !(await removeSchedule(db, actorOf(principal), key, clock.now())))
      throw notFound('The scheduled test');
    return { id: row.id, message: 'Scheduled test removed' };
  });
}

/** The next time of a schedule; throws a 400 for one that cannot be. */
function checkedNext(input: ScheduleInput, unit: StoredUnit, now: number): number {
  if (!/^([01]\d|2[0-3]):[0-5]\d:00$/.test(input.time))
    throw invalid({ Time: ['Time must be a time of the day such as 09:30:00'] });
  if (input.kind !== 'communication' && unit.model !== 'OWS' && unit.model !== 'OWX')
    throw invalid({ Kind: ['Only outdoor warning systems have this test; schedule a communication check'] });
  const next = nextScheduled(testScheduleOf(input), unit.timeZone, now);
  if (next === null) throw invalid({ Time: ['There is no such time'] });
  return next;
}

/** What of a change is given. */
function definedOf(
  change: { readonly [Field in keyof ScheduleInput]?: ScheduleInput[Field] | undefined },
): Partial<ScheduleInput> {
  const { kind, every, weekday, time } = change;
  return {
    ...(kind !== undefined && { kind }),
    ...(every !== undefined && { every }),
    ...(weekday !== undefined && { weekday }),
    ...(time !== undefined && { time }),
  };
}

function refuse(error: unknown): never {
  if (error instanceof SameSchedule) throw conflict('This test of the unit is scheduled already.');
  if (error instanceof TooManySchedules)
    throw conflict(`A unit can have at most ${maxSchedules} scheduled tests.`);
  throw error;
}

function calendarRoute(app: FastifyInstance, { db, clock }: Context): void {
  serve(app, getSirenCalendar, async ({ principal }) => {
    const now = clock.now();
    const units = new Map((await reachedUnits(db, principal)).map((unit) => [unit.id, unit]));
    const schedules = await listSchedules(db, principal.organizationId);
    const entries = schedules.flatMap((schedule) => {
      const unit = units.get(schedule.unitId);
      if (!unit) return [];
      const times = scheduledBetween(
        testScheduleOf(schedule),
        unit.timeZone,
        now,
        now + calendarDays * DAY_MS,
      );
      return times.map((at) => ({
        ...{ scheduleId: schedule.id, at, seconds: secondsOf(unit, schedule.kind), location: unit.placeName },
        summary: `${kindText(schedule.kind)}: ${unit.name}`,
        description: 'Planned by Allclear. It is skipped while its place is in delay, held or not known.',
      }));
    });
    const { name } = (await readOrganization(db, principal.organizationId)) ?? { name: '' };
    const text = calendarOf(
      entries.toSorted((a, b) => a.at - b.at),
      `Siren tests of ${name}`,
      now,
    );
    return new FileAnswer(Buffer.from(text), 'text/calendar; charset=utf-8', 'private, no-cache');
  });
}

function secondsOf(unit: StoredUnit, kind: string): number {
  const seconds = testSeconds({
    ...{ durationSeconds: unit.durationSeconds, plays: unit.plays },
    ...{ allClearDurationSeconds: unit.allClearDurationSeconds, allClearPlays: unit.allClearPlays },
  });
  switch (kindOf(kind)) {
    case 'delay':
      return seconds.delay;
    case 'all-clear':
      return seconds.allClear;
    case 'light':
      return seconds.light;
    case 'communication':
      return 1;
  }
}
