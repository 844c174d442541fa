import { type DemonstrationKind, demonstrationEndsAt, isDemonstrationRunning } from '@allclear/adapters';
import {
  type DemonstrationEventData,
  listDemonstrationEvents,
  startDemonstrationEvent,
} from '@allclear/contract';
import { HOUR_MS } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { type StoredLocation, visibleLocation } from '../locations/index.ts';
import { withOrganizationLock } from '../organizations/index.ts';
import { actorOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { conflict } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { required } from '../platform/required.ts';
import { type WeatherSource, weatherKind } from '../platform/weather/weather-source.ts';
import {
  addDemonstrationEvent,
  newestDemonstrationEvents,
  type StoredDemonstrationEvent,
} from './events.store.ts';

/** All that can be running at once, and the last few before them; also the most within an hour of weather. */
const maxListed = 50;
const startsPerMinute = 30;
/**
 * An event begins this much later than it is stored (of the wall clock), so that every process has read it
 * before the weather that it changes.
 */
const leadMs = 1_000;

/** Every process keeps the events of some days in memory. */
const tooMany = 'Very many events were started within an hour of weather. Please wait a little.';

const alreadyRunning: Record<DemonstrationKind, string> = {
  storm: 'A storm of the demonstration is there already.',
  quiet: 'The lightning of the demonstration has ended already.',
  outage: 'The lightning feed is away already.',
  heat: 'A heat day of the demonstration goes on already.',
};

/** The events of the simulated weather. Live and replayed weather have none, and their routes refuse. */
export function demonstrationRoutes(
  app: FastifyInstance,
  {
    db,
    clock,
    weather,
    reload,
  }: {
    db: Database;
    clock: Clock;
    weather: WeatherSource;
    /** Reads the events anew in this process. */
    reload: () => Promise<void>;
  },
): void {
  const requireSimulated = () => {
    if (weather.kind === 'simulated') return;
    const now = weatherKind(weather) === 'live' ? 'live' : 'replayed';
    throw conflict(`The weather is ${now}. A demonstration is only possible with simulated weather.`);
  };
  const list = async (of: Database, organizationId: string) => {
    const events = await newestDemonstrationEvents(of, organizationId, maxListed);
    return events.map((event) => present(event, events, clock.now()));
  };

  serve(app, listDemonstrationEvents, async ({ principal }) => {
    requireSimulated();
    return list(db, principal.organizationId);
  });

  serve(
    app,
    startDemonstrationEvent,
    async ({ principal, body: { kind, locationId } }) => {
      requireSimulated();
      const { organizationId } = principal;
      const location = await visibleLocation(db, principal, locationId);
      const started = await withOrganizationLock(db, organizationId, async (locked) => {
        const before = await list(locked, organizationId);
        if (before.some((event) => event.kind === kind && event.running))
          throw conflict(alreadyRunning[kind]);
        const now = clock.now();
        const oldest = before[maxListed - 1];
        if (oldest && Date.parse(oldest.startsAt) > now - HOUR_MS) throw conflict(tooMany);
        const startsAt = now + leadMs * clock.speed;
        const radiusMiles = innermostRadius(location);
        const input = { organizationId, kind, location, radiusMiles, now, startsAt };
        const id = await addDemonstrationEvent(locked, actorOf(principal), input);
        return (await list(locked, organizationId)).find((event) => event.id === id);
      });
      await reload();
      return required(started, 'the event that was just stored');
    },
    { writesPerMinute: startsPerMinute },
  );
}

function innermostRadius({ radius1, radius2, radius3, radius4 }: StoredLocation): number {
  const radii = [radius1, radius2, radius3, radius4].filter((radius) => radius > 0);
  return radii.length === 0 ? defaultRadiusMiles : Math.min(...radii);
}

/** Of a location without lightning zones. */
const defaultRadiusMiles = 10;

function present(
  event: StoredDemonstrationEvent,
  all: readonly StoredDemonstrationEvent[],
  now: number,
): DemonstrationEventData {
  const { id, kind, locationId, locationLabel, startedBy, from } = event;
  return {
    id,
    kind,
    locationId,
    locationLabel,
    startedBy,
    startsAt: new Date(from).toISOString(),
    endsAt: new Date(demonstrationEndsAt(event)).toISOString(),
    running: isDemonstrationRunning(event, all, now),
  };
}
