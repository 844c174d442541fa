import type { CapAlert } from '@allclear/domain';
import { groupPlaces } from './world/places.ts';
import type { Scenario } from './world/scenario.ts';
import type { SimulationOptions } from './world/world.ts';

const HOUR_MS = 3_600_000;
/** As long as one holds; the next one follows at its end. */
const HOLDS_MS = 12 * HOUR_MS;
const MARGIN_DEGREES = 0.4;

interface Kind {
  readonly event: string;
  /** Phenomenon and significance of its VTEC; null for one that has none. */
  readonly vtec: string | null;
  readonly severity: CapAlert['severity'];
  readonly what: string;
  readonly instruction: string;
}

/** What lies over a whole region for hours. */
const kinds: Partial<Record<Scenario, Kind>> = {
  'heat-wave': {
    event: 'Extreme Heat Warning',
    vtec: 'XH.W',
    severity: 'Severe',
    what: 'Dangerously hot conditions. Wet-bulb globe temperatures above 90 °F in the sun.',
    instruction: 'Drink plenty of water, rest in the shade and check on each other.',
  },
  winter: {
    event: 'Winter Weather Advisory',
    vtec: 'WW.Y',
    severity: 'Moderate',
    what: 'Bands of snow and a glaze of ice where it is less cold. Wind chills far below the temperature.',
    instruction: 'Slow down and use caution while traveling.',
  },
  smoke: {
    event: 'Air Quality Alert',
    vtec: null,
    severity: 'Unknown',
    what: 'Smoke of distant fires. Fine particles are unhealthy for everyone at times.',
    instruction: 'Limit heavy work and sports outdoors.',
  },
};

/** The alerts of a scenario that hold for hours, one for each region of places; a pure function of the options and the time (epoch ms). */
export function longAlertsAt({ startedAt, places, scenario = 'afternoon-storms' }: SimulationOptions, now: number): CapAlert[] {
  const kind = kinds[scenario];
  if (kind === undefined || now < startedAt) return [];
  const turn = Math.floor((now - startedAt) / HOLDS_MS);
  const sentAt = startedAt + turn * HOLDS_MS;
  const endsAt = sentAt + HOLDS_MS;
  return groupPlaces(places).map((members, group): CapAlert => {
    const [latitudes, longitudes] = [members.map(({ latitude }) => latitude), members.map(({ longitude }) => longitude)];
    const [south, north] = [Math.min(...latitudes) - MARGIN_DEGREES, Math.max(...latitudes) + MARGIN_DEGREES];
    const [west, east] = [Math.min(...longitudes) - MARGIN_DEGREES, Math.max(...longitudes) + MARGIN_DEGREES];
    const office = `KSL${String.fromCharCode(65 + group)}`;
    const number = String((turn + 1) % 10_000).padStart(4, '0');
    return {
      id: `simulated.${kind.event.replaceAll(' ', '-')}.${group}.${sentAt}`,
      event: kind.event,
      headline: `Simulated: this ${kind.event} is in effect until ${new Date(endsAt).toISOString().slice(11, 16)} UTC`,
      description: `SIMULATED WEATHER...This alert is not real and must not be used for safety decisions.\n\nWHAT...${kind.what}`,
      instruction: kind.instruction,
      severity: kind.severity,
      certainty: 'Likely',
      urgency: 'Expected',
      status: 'Actual',
      messageType: 'Alert',
      sentAt,
      effectiveAt: sentAt,
      onsetAt: sentAt,
      expiresAt: endsAt,
      endsAt,
      references: [],
      vtec: kind.vtec === null ? [] : [`/O.NEW.${office}.${kind.vtec}.${number}.${vtecTime(sentAt)}-${vtecTime(endsAt)}/`],
      zones: [],
      polygons: [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ],
      senderName: 'Simulated weather service',
    };
  });
}

/** '261010T0845Z'. */
export function vtecTime(at: number): string {
  return `${new Date(at).toISOString().slice(2, 16).replaceAll(/[-:]/g, '')}Z`;
}
