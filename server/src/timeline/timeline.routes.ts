import * as contract from '@allclear/contract';
import {
  can,
  DAY_MS,
  HOUR_MS,
  localDay,
  localDayOf,
  type TimelineEntry,
  type TimelineSpan,
  timelineDays,
} from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import type { LightningLive } from '../lightning/index.ts';
import { findOrganizationLocation, timeZoneOf } from '../organizations/index.ts';
import { actorOf } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { invalid, notFound } from '../platform/http/errors.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import { FileAnswer, type Principal, serve } from '../platform/http/serve.ts';
import type { Platform } from '../platform/subject.ts';
import { weatherKind } from '../platform/weather/weather-source.ts';
import { makeTimeline } from './make-timeline.ts';
import { timelineCsv } from './timeline-csv.ts';

type Needs = Pick<Platform, 'db' | 'clock' | 'weather'> & { readonly live: LightningLive };
interface Asked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The timeline of a place of the caller's organization, and the same as a file. */
export function timelineRoutes(app: FastifyInstance, { db, clock, weather, live }: Needs): void {
  const made = async (principal: Principal, placeId: string, asked: Asked) => {
    const place = await findOrganizationLocation(db, keyOf(principal, placeId));
    if (!place) throw notFound('The organization location');
    const now = clock.now();
    const timeZone = timeZoneOf(place);
    const span = spanOf(asked, timeZone, now);
    const { organizationId } = principal;
    const { latitude, longitude } = place;
    const of = { organizationId, placeId: place.id, latitude, longitude, timeZone };
    const isAdmin = can(principal.role, 'locations:read-others');
    const sentInGroupOf = isAdmin ? null : principal.userId;
    const { entries, ...rest } = await makeTimeline({ db, live }, of, span, { now, sentInGroupOf });
    // Who did something is for those who may read the audit.
    const isNamed = principal.permissions.includes('audit:read');
    const shown = entries.map((entry) => (isNamed ? entry : { ...entry, actor: null }));
    return { place, timeZone, span, now, entries: shown, ...rest };
  };

  serve(app, contract.getTimeline, async ({ principal, params, query }): Promise<contract.Timeline> => {
    const { place, timeZone, span, now, entries, radiiMiles, allClearMinutes } = await made(
      principal,
      params.organizationLocationId,
      query,
    );
    return {
      ...{ organizationLocationId: place.id, organizationLocationName: place.name, timeZone },
      ...{ fromUtc: isoTime(span.from), toUtc: isoTime(span.to), madeUtc: isoTime(now) },
      ...{ radiiMiles: [...radiiMiles], allClearMinutes, weather: weatherKind(weather) },
      entries: entries.map(present),
    };
  });

  serve(app, contract.exportTimeline, async ({ principal, params, query, reply }) => {
    const { place, timeZone, span, now, entries } = await made(
      principal,
      params.organizationLocationId,
      query,
    );
    const asked = { from: isoTime(span.from), to: isoTime(span.to) };
    await db.transaction().execute((transaction) =>
      appendAudit(transaction, actorOf(principal), {
        ...{ chain: principal.organizationId, action: 'timeline.exported', recordId: place.id },
        ...{ now, after: asked },
      }),
    );
    reply.header('content-disposition', 'attachment; filename="timeline.csv"');
    const text = timelineCsv(entries, timeZone);
    return new FileAnswer(new TextEncoder().encode(text), 'text/csv; charset=utf-8', 'no-store');
  });
}

function present({ kind, at, until, isOpen, text, detail, actor }: TimelineEntry): contract.TimelineEntry {
  return { kind, atUtc: isoTime(at), untilUtc: isoTime(until), isOpen, text, detail, actor };
}

/** Days of the place, of which the last is included, or instants; today without either. Throws a 400. */
function spanOf({ from: first, to: last }: Asked, timeZone: string, now: number): TimelineSpan {
  const dayOf = (text: string) => localDay(text, timeZone);
  const begin = (text: string) => (text.includes('T') ? Date.parse(text) : dayOf(text).from);
  const end = (text: string) => (text.includes('T') ? Date.parse(text) : dayOf(text).until);
  const today = localDayOf(now, timeZone);
  const from = first === undefined ? (last === undefined ? today.from : begin(last)) : begin(first);
  const to = last === undefined ? end(first?.includes('T') ? isoTime(now) : (first ?? today.day)) : end(last);
  if (to <= from) throw invalid({ To: ['The end must be after the start'] });
  if (from > now) throw invalid({ From: ['A timeline begins in the past: nothing is stored of what comes'] });
  // A day in autumn has an hour more.
  if (to - from > timelineDays * DAY_MS + HOUR_MS)
    throw invalid({ To: [`A timeline spans at most ${timelineDays} days`] });
  return { from, to };
}
