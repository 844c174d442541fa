import * as contract from '@allclear/contract';
import { can, oldestReportMs, type PressAge, pressAge, takeBackMs } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/actor.ts';
import { type Clock, wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { keyOf } from '../../platform/database/record-key.ts';
import { ApiError, conflict, forbidden, invalid, notFound } from '../../platform/http/errors.ts';
import { isoTime } from '../../platform/http/iso-time.ts';
import { type Principal, serve } from '../../platform/http/serve.ts';
import type { LightningLive } from '../lightning-live.ts';
import { PressThrottle } from './press-throttle.ts';
import {
  findReport,
  placesFor,
  reportsAt,
  type StoredThunderReport,
  storePress,
  takeBack,
} from './thunder.store.ts';

/** How far back reports are listed, ms of product time. */
const listedMs = 24 * 3_600_000;

interface Needs {
  readonly db: Database;
  readonly clock: Clock;
  readonly live: LightningLive;
}

/** Thunder that people hear: it is stored before it is answered, and counts in every process. */
export function thunderRoutes(app: FastifyInstance, { db, clock, live }: Needs): void {
  const throttle = new PressThrottle();

  serve(app, contract.listThunderReports, async ({ principal }) => {
    const placeIds = await placesFor(db, principal, scopeOf(principal));
    const reports = await reportsAt(db, [...placeIds], clock.now() - listedMs);
    return reports.map((report) => present(report, principal));
  });

  serve(app, contract.reportThunder, async ({ principal, body }) => {
    const { organizationLocationId: placeId, flashToBangSeconds, key } = body;
    if (!(await placesFor(db, principal, scopeOf(principal))).has(placeId))
      throw notFound('The organization location');
    const { userId, organizationId } = principal;
    if (!throttle.allows(userId, placeId, wallNow())) throw tooMany();
    const times = {
      pressedAt: body.pressedAtMs,
      sentAt: body.sentAtMs,
      offsetAtPressMs: body.offsetAtPressMs,
    };
    const received = { receivedAt: clock.now(), receivedWallAt: wallNow() };
    const age = pressAge(times, received.receivedWallAt);
    if (age.kind === 'future')
      throw invalid({ PressedAtMs: ['A report cannot be sent before thunder was heard'] });
    const stored = await storePress(db, actorOf(principal), {
      ...{ organizationId, placeId, userId, key, flashToBangSeconds },
      ...thunderAt(age, received.receivedAt, clock.speed),
      ...received,
    });
    live.applyReports([stored]);
    return present(stored, principal);
  });

  serve(app, contract.takeThunderBack, async ({ principal, params, body: { reason } }) => {
    const report = await findReport(db, keyOf(principal, params.id));
    const isAdmin = can(principal.role, 'locations:read-others');
    if (!report || !(isAdmin || report.userId === principal.userId)) throw notFound('The thunder report');
    if (report.takenBackAt !== null) throw conflict('This report was taken back before');
    const isOwnAndNew = report.userId === principal.userId && wallNow() <= report.receivedWallAt + takeBackMs;
    if (!isOwnAndNew && !isAdmin)
      throw forbidden('After a minute only an admin can take a report back, with a reason');
    if (!isOwnAndNew && reason === '')
      throw invalid({ Reason: ['Reason is required: a minute has gone by since the report'] });
    const by = { userId: principal.userId, reason, now: clock.now() };
    const taken = await takeBack(db, actorOf(principal), keyOf(principal, params.id), by);
    if (!taken) throw notFound('The thunder report');
    live.applyReports([taken]);
    return present(taken, principal);
  });
}

/** Admins have all places of the organization, others those of their group. */
function scopeOf({ role }: Principal): 'any' | 'own-group' {
  return can(role, 'locations:read-others') ? 'any' : 'own-group';
}

/** When thunder was heard, by the product clock: real time runs `speed` times as fast in simulated weather. */
function thunderAt(age: Exclude<PressAge, { kind: 'future' }>, receivedAt: number, speed: number) {
  if (age.kind === 'clock-stepped') return { thunderAt: receivedAt, ageMs: null, recordedOnly: false };
  const { ageMs } = age;
  const ageOfWeatherMs = ageMs * speed;
  return {
    thunderAt: receivedAt - ageOfWeatherMs,
    // A week is long enough to say that it was long ago.
    ageMs: Math.min(Math.round(ageMs), 7 * 86_400_000),
    recordedOnly: ageOfWeatherMs >= oldestReportMs,
  };
}

function tooMany(): ApiError {
  return new ApiError(
    429,
    'too-many-requests',
    'Your report counts already. Wait a minute before the next one.',
  );
}

function present(report: StoredThunderReport, { userId }: Principal): contract.ThunderReport {
  const own = report.userId !== null && report.userId === userId;
  const isBack = report.takenBackAt !== null;
  const state = isBack ? 'taken-back' : report.recordedOnly ? 'recorded' : 'counts';
  return {
    ...{ id: report.id, organizationLocationId: report.organizationLocationId, own, state },
    organizationLocationName: report.placeName,
    ...{ reportedBy: report.reportedBy, revision: report.revision, presses: report.presses },
    ...{ heardUtc: isoTime(report.thunderAt), receivedUtc: isoTime(report.receivedAt) },
    ageSeconds: report.ageMs === null ? null : Math.floor(report.ageMs / 1000),
    distanceMiles: report.distanceMiles,
    message: messageOf(report, state),
    takeBackUntilWallUtc: own && !isBack ? isoTime(report.receivedWallAt + takeBackMs) : null,
    takenBackBy: report.takenBackByName,
    takenBackUtc: report.takenBackAt === null ? null : isoTime(report.takenBackAt),
    takeBackReason: report.takeBackReason,
  };
}

function messageOf(
  { placeName, ageMs }: StoredThunderReport,
  state: contract.ThunderReport['state'],
): string {
  switch (state) {
    case 'taken-back':
      return 'The report was taken back. What else holds the place goes on.';
    case 'recorded':
      return 'The report came more than an hour after thunder was heard: it is recorded and holds nothing.';
    case 'counts': {
      // Thunder beyond the outermost zone counts and holds none: no word of a delay here.
      const held = `Reported for ${placeName}: stay inside.`;
      if (ageMs === null)
        return `${held} The clock of this phone was changed meanwhile, so the quiet time counts from now.`;
      if (ageMs < 60_000) return held;
      const minutes = Math.floor(ageMs / 60_000);
      return `${held} It was sent ${minutes} min late, and counts from when thunder was heard.`;
    }
  }
}
