import {
  addConditionSnapshot,
  addSnapshotSchedule,
  changeSnapshotSchedule,
  deleteSnapshotSchedule,
  listConditionSnapshots,
  listSnapshotSchedules,
  type SnapshotRule,
  snapshotSchedulesMax,
} from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/actor.ts';
import { keyOf } from '../../platform/database/record-key.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/http/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/subject.ts';
import type { Station } from '../../stations/index.ts';
import { localRange } from '../local-range.ts';
import { stationOfCaller } from '../readable-station.ts';
import { addSnapshot, listSnapshots } from './condition-snapshots.store.ts';
import { presentSchedule, presentSnapshot } from './present-snapshot.ts';
import {
  changeSchedule,
  findSchedule,
  insertSchedule,
  listSchedules,
  removeSchedule,
  SameSchedule,
  TooManySchedules,
  timesAt,
} from './snapshot-schedules.store.ts';

type Context = Pick<Platform, 'db' | 'clock'>;

/** Snapshots of stations that the caller may read of; each organization has its own. */
export function snapshotRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock } = context;
  serve(app, listConditionSnapshots, async ({ principal, params, query }) => {
    const { id: stationId, timeZone } = await stationOfCaller(db, principal, params.weatherStationId);
    const { first, last } = localRange(query, timeZone, 'ConditionSnapshots');
    const { organizationId } = principal;
    const found = await listSnapshots(db, { organizationId, stationId, from: first.from, until: last.until });
    return found.map(presentSnapshot);
  });

  serve(app, addConditionSnapshot, async ({ principal, params, body }) => {
    const station = await stationOfCaller(db, principal, params.weatherStationId);
    const actor = actorOf(principal);
    if (actor.kind !== 'user') throw forbidden();
    const note = body.note.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
    const snapshot = await addSnapshot(db, actor, { station, note }, clock.now());
    return { message: 'Snapshot taken', snapshot: presentSnapshot(snapshot) };
  });

  scheduleRoutes(app, context);
}

function scheduleRoutes(app: FastifyInstance, { db, clock }: Context): void {
  serve(app, listSnapshotSchedules, async ({ principal, params }) => {
    const station = await stationOfCaller(db, principal, params.weatherStationId);
    const times = await timesAt(db, principal.organizationId, station);
    const schedules = await listSchedules(db, principal.organizationId, station.id);
    return schedules.map((schedule) => presentSchedule(schedule, times, clock.now()));
  });

  serve(app, addSnapshotSchedule, async ({ principal, body }) => {
    const { organizationId } = principal;
    const station = await stationOfCaller(db, principal, body.weatherStationId);
    const rule = checkedRule(body.rule, station);
    const now = clock.now();
    const of = { organizationId, stationId: station.id, rule, most: snapshotSchedulesMax };
    const schedule = await insertSchedule(db, actorOf(principal), of, now).catch(refuse);
    const times = await timesAt(db, organizationId, station);
    return { message: 'Time added', schedule: presentSchedule(schedule, times, now) };
  });

  serve(app, changeSnapshotSchedule, async ({ principal, params, body }) => {
    const key = keyOf(principal, params.id);
    const before = await findSchedule(db, key);
    if (!before) throw notFound('The time of snapshots');
    const station = await stationOfCaller(db, principal, before.stationId);
    const rule = checkedRule(body.rule, station);
    const now = clock.now();
    const actor = actorOf(principal);
    const revised = { ...key, revision: body.revision };
    const schedule = await changeSchedule(db, actor, revised, rule, now).catch(refuse);
    if (!schedule) throw notFound('The time of snapshots');
    const times = await timesAt(db, principal.organizationId, station);
    return { message: 'Time changed', schedule: presentSchedule(schedule, times, now) };
  });

  serve(app, deleteSnapshotSchedule, async ({ principal, params }) => {
    const key = keyOf(principal, params.id);
    if (!(await removeSchedule(db, actorOf(principal), key, clock.now())))
      throw notFound('The time of snapshots');
    return { message: 'Time removed' };
  });
}

/** In one form, so that the same rule is not stored twice. */
function checkedRule(rule: SnapshotRule, station: Station): SnapshotRule {
  if (rule.kind === 'weekly') return { ...rule, weekdays: rule.weekdays.toSorted((a, b) => a - b) };
  if (station.organizationLocationId === null)
    throw invalid({ Rule: ['This station is at no place of the organization, so it has no practice times'] });
  return rule;
}

function refuse(error: unknown): never {
  if (error instanceof SameSchedule) throw conflict('Snapshots are taken at this time already.');
  if (error instanceof TooManySchedules)
    throw conflict(`A station can have at most ${snapshotSchedulesMax} times of snapshots.`);
  throw error;
}
