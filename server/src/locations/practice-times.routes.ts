import { randomUUID } from 'node:crypto';
import { getPracticeTimes, type PracticeTimes, savePracticeTimes as saveRoute } from '@allclear/contract';
import { checkPracticeTimes, type PracticeTime } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { findOrganizationLocation, timeZoneOf } from '../organizations/index.ts';
import { actorOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { invalid, notFound } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { practiceTimesOf, type StoredPracticeTimes, savePracticeTimes } from './practice-times.store.ts';
import { visibleLocation } from './visible-location.ts';

/** When people are outdoors at a place: Admins set it, everybody who sees the place reads it. */
export function practiceTimeRoutes(
  app: FastifyInstance,
  { db, clock }: { db: Database; clock: Clock },
): void {
  serve(app, getPracticeTimes, async ({ principal, params }) => {
    const { organizationId } = principal;
    const place = await findOrganizationLocation(db, keyOf(principal, params.id));
    if (place) return present(place, place.id, await practiceTimesOf(db, organizationId, place.id));
    const location = await visibleLocation(db, principal, params.id);
    const id = location.organizationLocationId;
    return present(location, id, id === null ? null : await practiceTimesOf(db, organizationId, id));
  });

  serve(app, saveRoute, async ({ principal, body }) => {
    const place = await findOrganizationLocation(db, keyOf(principal, body.organizationLocationId));
    if (!place) throw notFound('The organization location');
    const draft = body.times.map((time) => ({
      ...time,
      id: time.id ?? '',
      name: time.name.trim(),
      weekdays: [...time.weekdays].sort((a, b) => a - b),
      exceptions: [...new Set(time.exceptions)].sort(),
    }));
    const errors = checkPracticeTimes(draft);
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const stored = await savePracticeTimes(
      db,
      actorOf(principal),
      { organizationId: principal.organizationId, id: place.id, revision: body.revision },
      (before) => withIds(draft, before),
      clock.now(),
    );
    return { message: 'Practice times saved', practiceTimes: present(place, place.id, stored) };
  });
}

function present(
  place: { readonly latitude: number; readonly longitude: number },
  organizationLocationId: string | null,
  stored: StoredPracticeTimes | null,
): PracticeTimes {
  const times = (stored?.times ?? []).map((time) => ({
    ...time,
    weekdays: [...time.weekdays],
    exceptions: [...time.exceptions],
  }));
  return { organizationLocationId, timeZone: timeZoneOf(place), times, revision: stored?.revision ?? 0 };
}

/** A practice time keeps its id; one that the place does not have gets a new one. */
function withIds(draft: readonly PracticeTime[], before: readonly PracticeTime[]): PracticeTime[] {
  const known = new Set(before.map(({ id }) => id));
  return draft.map((time) => {
    const id = known.delete(time.id) ? time.id : randomUUID();
    return { ...time, id };
  });
}
