import { type CapAlert, HOUR_MS, localText } from '@allclear/domain';
import tzLookup from '@photostructure/tz-lookup';
import { groupPlaces } from './world/places.ts';
import type { Scenario } from './world/scenario.ts';
import type { SimulationOptions } from './world/world.ts';
import { simulatedZoneCode } from './zones.ts';

/** Duration of one alert; the next one follows at its end. */
const HOLDS_MS = 12 * HOUR_MS;
const MARGIN_DEGREES = 0.4;

interface Kind {
  readonly event: string;
  /** Phenomenon and significance of its VTEC; null without VTEC. */
  readonly vtec: string | null;
  readonly severity: CapAlert['severity'];
  readonly what: string;
  readonly instruction: string;
  /** Numbers of the region's zones that it names; null: its polygon surrounds all places of the region. */
  readonly zones: readonly number[] | null;
}

/** Around the places, not over them: lightning delays are the purpose of this scenario. */
const aroundStorms: readonly Kind[] = [
  {
    event: 'Flood Watch',
    vtec: 'FA.A',
    severity: 'Severe',
    what: 'Flooding caused by repeated thunderstorms is possible.',
    instruction: 'Keep away from creeks and low crossings.',
    zones: [7, 8, 9],
  },
  {
    event: 'Heat Advisory',
    vtec: 'HT.Y',
    severity: 'Moderate',
    what: 'Hot and humid between the storms. Heat index values up to 108 °F.',
    instruction: 'Drink plenty of water and rest in the shade.',
    zones: [3, 6],
  },
];

/** Alerts over a whole region, or zones of it, for hours. */
const kinds: Partial<Record<Scenario, readonly Kind[]>> = {
  'afternoon-storms': aroundStorms,
  outage: aroundStorms,
  'heat-wave': [
    {
      event: 'Extreme Heat Warning',
      vtec: 'XH.W',
      severity: 'Severe',
      what: 'Dangerously hot conditions. Wet-bulb globe temperatures above 90 °F in the sun.',
      instruction: 'Drink plenty of water, rest in the shade and check on each other.',
      zones: null,
    },
  ],
  winter: [
    {
      event: 'Winter Weather Advisory',
      vtec: 'WW.Y',
      severity: 'Moderate',
      what: 'Bands of snow and a glaze of ice where it is less cold. Wind chills far below the temperature.',
      instruction: 'Slow down and use caution while traveling.',
      zones: null,
    },
  ],
  smoke: [
    {
      event: 'Air Quality Alert',
      vtec: null,
      severity: 'Unknown',
      what: 'Smoke of distant fires. Fine particles are unhealthy for everyone at times.',
      instruction: 'Limit heavy work and sports outdoors.',
      zones: null,
    },
  ],
};

/**
 * The long alerts of a scenario, one of each kind for each region of places; a pure function of the options
 * and the time (epoch ms).
 */
export function longAlertsAt(
  { startedAt, places, scenario = 'afternoon-storms' }: SimulationOptions,
  now: number,
): CapAlert[] {
  if (now < startedAt) return [];
  const turn = Math.floor((now - startedAt) / HOLDS_MS);
  const sentAt = startedAt + turn * HOLDS_MS;
  const endsAt = sentAt + HOLDS_MS;
  const groups = groupPlaces(places);
  const each = (kinds[scenario] ?? []).flatMap((kind) =>
    groups.map((members, group) => ({ kind, members, group })),
  );
  return each.map(({ kind, members, group }): CapAlert => {
    const [latitudes, longitudes] = [
      members.map(({ latitude }) => latitude),
      members.map(({ longitude }) => longitude),
    ];
    const [south, north] = [Math.min(...latitudes) - MARGIN_DEGREES, Math.max(...latitudes) + MARGIN_DEGREES];
    const [west, east] = [Math.min(...longitudes) - MARGIN_DEGREES, Math.max(...longitudes) + MARGIN_DEGREES];
    const timeZone = tzLookup((south + north) / 2, (west + east) / 2);
    const office = `KSL${String.fromCharCode(65 + group)}`;
    const number = String((turn + 1) % 10_000).padStart(4, '0');
    return {
      id: `simulated.${kind.event.replaceAll(' ', '-')}.${group}.${sentAt}`,
      event: kind.event,
      headline: `Simulated: this ${kind.event} is in effect until ${localText(endsAt, timeZone, true)}`,
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
      vtec:
        kind.vtec === null
          ? []
          : [`/O.NEW.${office}.${kind.vtec}.${number}.${vtecTime(sentAt)}-${vtecTime(endsAt)}/`],
      zones: kind.zones?.map((zone) => simulatedZoneCode(group, zone)) ?? [],
      polygons:
        kind.zones === null
          ? [
              [
                [west, south],
                [east, south],
                [east, north],
                [west, north],
                [west, south],
              ],
            ]
          : [],
      senderName: 'Simulated weather service',
    };
  });
}

/** '261010T0845Z'. */
export function vtecTime(at: number): string {
  return `${new Date(at).toISOString().slice(2, 16).replaceAll(/[-:]/g, '')}Z`;
}
