import { type CapAlert, haversineMiles, localText, MILES_PER_DEGREE, MINUTE_MS } from '@allclear/domain';
import tzLookup from '@photostructure/tz-lookup';
import { dropOldest } from '../bounded-cache.ts';
import type { AlertFeed } from '../feeds/alerts/port.ts';
import { simplifyZone } from '../feeds/alerts/simplify-zone.ts';
import { convexHull } from './convex-hull.ts';
import { longAlertsAt, vtecTime } from './long-alerts.ts';
import type { SimulatedPlace } from './world/places.ts';
import type { Storm } from './world/storm.ts';
import { createWorld, type SimulationOptions, type World } from './world/world.ts';
import { simulatedZones, simulatedZonesAt } from './zones.ts';

/** Radar detects a storm a few minutes after its start. */
const FIRST_WARNING_AFTER_MS = 3 * MINUTE_MS;
/** Duration of a warning; a storm that outlives it gets another one, as in the real service. */
const WARNING_MS = 40 * MINUTE_MS;
const UPDATE_EVERY_MS = 10 * MINUTE_MS;
const CANCEL_LISTED_MS = 10 * MINUTE_MS;
/** Hazards at the edge of the cell. */
const MARGIN_MILES = 1.5;
const CORNERS = 12;
/** No storm outlives this many warnings. */
const MAX_WARNINGS = 8;
const MAX_CACHED_WARNINGS = 200;

/**
 * Severe Thunderstorm Warnings for the world's severe storms: a polygon around the storm's future track, an
 * update every 10 minutes, and a Cancel when it dies or leaves the area; and the long alerts of a scenario
 * for a region. Like the real service's, the list holds the newest message of each. A pure function of the
 * options and the time.
 */
export function createSimulatedAlerts(options: SimulationOptions): AlertFeed {
  const world = createWorld(options);
  const zones = simulatedZones(options);
  // All messages of a warning are computed with its storm; a poll returns those sent by now.
  const known = new Map<string, readonly CapAlert[]>();
  const messages = (warning: Warning): readonly CapAlert[] => {
    // A storm may end before its time.
    const key = `${warning.storm.id} ${warning.storm.diesAt} ${warning.issuedAt}`;
    const all = known.get(key) ?? messagesOf(warning, world);
    dropOldest(known, MAX_CACHED_WARNINGS - 1);
    known.set(key, all);
    return all;
  };
  return {
    vendor: 'simulated',
    pollEveryMs: MINUTE_MS,
    async poll({ now }) {
      const warnings = recentStorms(world, now)
        .flatMap((storm) => warningsOf(storm, options.places))
        .flatMap((warning) => {
          const newest = messages(warning).findLast((message) => message.sentAt <= now);
          return newest && now < newest.expiresAt ? [newest] : [];
        });
      return { alerts: [...warnings, ...longAlertsAt(options, now)], asOf: now };
    },
    zonesAt: (place) => simulatedZonesAt(zones, place),
    async shapeOf({ zone }) {
      const known = zones.find(({ code }) => code === zone);
      return known ? { ...(await simplifyZone([[known.ring]])), effectiveAt: null } : null;
    },
  };
}

interface Warning {
  readonly storm: Storm;
  readonly issuedAt: number;
  readonly endsAt: number;
  /** VTEC number of the event at the office of the storm. */
  readonly number: string;
  /** Of its texts: that of the nearest place. */
  readonly timeZone: string;
}

/** Each severe storm that was alive within the time of one warning and its Cancel. */
function recentStorms(world: World, now: number): Storm[] {
  const found = new Map<string, Storm>();
  for (let at = now; at > now - WARNING_MS - CANCEL_LISTED_MS; at -= UPDATE_EVERY_MS / 2) {
    for (const storm of world.stormsAt(at))
      if (storm.isSevere && !found.has(storm.id)) found.set(storm.id, storm);
  }
  return [...found.values()].sort((a, b) => a.bornAt - b.bornAt);
}

function warningsOf(storm: Storm, places: SimulationOptions['places']): Warning[] {
  const warnings: Warning[] = [];
  const [nearest = storm] = places.toSorted((a, b) => milesTo(storm, a) - milesTo(storm, b));
  const timeZone = tzLookup(nearest.latitude, nearest.longitude);
  const first = wholeMinute(storm.bornAt + FIRST_WARNING_AFTER_MS);
  for (let issuedAt = first; issuedAt < storm.diesAt - FIRST_WARNING_AFTER_MS; issuedAt += WARNING_MS) {
    const number = String((storm.serial * MAX_WARNINGS + warnings.length + 1) % 10_000).padStart(4, '0');
    warnings.push({ storm, issuedAt, endsAt: issuedAt + WARNING_MS, number, timeZone });
  }
  return warnings;
}

function messagesOf(warning: Warning, world: World): CapAlert[] {
  const { storm, issuedAt, endsAt } = warning;
  const diedAt = wholeMinute(storm.diesAt);
  const messages: CapAlert[] = [];
  for (let sentAt = issuedAt; sentAt < Math.min(endsAt, diedAt); sentAt += UPDATE_EVERY_MS) {
    const action = sentAt === issuedAt ? 'NEW' : 'CON';
    messages.push(message(warning, action, sentAt, messages, polygonAhead(warning, sentAt, world)));
  }
  const [action, sentAt] = diedAt < endsAt ? (['CAN', diedAt] as const) : (['EXP', endsAt] as const);
  messages.push(message(warning, action, sentAt, messages, messages.at(-1)?.polygons[0] ?? []));
  return messages;
}

type Ring = readonly (readonly [number, number])[];

function message(
  { storm, issuedAt, endsAt, number, timeZone }: Warning,
  action: 'NEW' | 'CON' | 'CAN' | 'EXP',
  sentAt: number,
  earlier: readonly CapAlert[],
  polygon: Ring,
): CapAlert {
  const isOver = action === 'CAN' || action === 'EXP';
  const clock = (at: number) => localText(at, timeZone, true);
  const until = clock(endsAt);
  const word =
    action === 'CAN' ? 'is canceled' : action === 'EXP' ? 'has expired' : `is in effect until ${until}`;
  const begin = action === 'NEW' ? vtecTime(issuedAt) : '000000T0000Z';
  return {
    id: `simulated.${storm.id}.${issuedAt}.${action}.${sentAt}`,
    event: 'Severe Thunderstorm Warning',
    headline: `Simulated: this Severe Thunderstorm Warning ${word}`,
    description: [
      'SIMULATED WEATHER...This alert is not real and must not be used for safety decisions.',
      isOver
        ? `At ${clock(sentAt)} the storm that prompted the warning ${action === 'CAN' ? 'had weakened' : 'had left the warned area'}.`
        : `At ${clock(sentAt)} a severe thunderstorm was moving ${compassOf(storm)} at ${Math.round(storm.speedMph)} mph through the warned area.`,
      ...(isOver
        ? []
        : [
            `HAZARD...${Math.round(storm.peakGustMph / 10) * 10} mph wind gusts and frequent lightning.`,
            'IMPACT...Expect damage to trees and loose objects.',
          ]),
    ].join('\n\n'),
    instruction: isOver ? '' : 'Go inside a sturdy building and stay away from windows.',
    severity: isOver ? 'Minor' : 'Severe',
    certainty: 'Observed',
    urgency: isOver ? 'Past' : 'Immediate',
    status: 'Actual',
    messageType: isOver ? 'Cancel' : action === 'NEW' ? 'Alert' : 'Update',
    sentAt,
    effectiveAt: sentAt,
    onsetAt: sentAt,
    expiresAt: isOver ? sentAt + CANCEL_LISTED_MS : endsAt,
    endsAt,
    references: earlier.map(({ id }) => id),
    vtec: [`/O.${action}.${storm.office}.SV.W.${number}.${begin}-${vtecTime(endsAt)}/`],
    zones: [],
    polygons: [polygon],
    senderName: 'Simulated weather service',
  };
}

/** Around the storm's track from now until the warning or the storm ends. */
function polygonAhead({ storm, endsAt }: Warning, sentAt: number, world: World): Ring {
  const points: [number, number][] = [];
  const lastAt = Math.min(endsAt, storm.diesAt - 1);
  for (let at = sentAt; ; at = Math.min(lastAt, at + UPDATE_EVERY_MS)) {
    const there = world.stormsAt(at).find(({ id }) => id === storm.id);
    if (there) points.push(...around(there));
    if (at >= lastAt) break;
  }
  const hull = convexHull(points);
  return [...hull, ...hull.slice(0, 1)];
}

function around({ latitude, longitude, radiusMiles }: Storm): [number, number][] {
  const north = (radiusMiles + MARGIN_MILES) / MILES_PER_DEGREE;
  const east = north / Math.cos((latitude * Math.PI) / 180);
  return Array.from({ length: CORNERS }, (_, corner) => {
    const angle = (corner / CORNERS) * 2 * Math.PI;
    return [hundredth(longitude + east * Math.cos(angle)), hundredth(latitude + north * Math.sin(angle))];
  });
}

function milesTo(storm: Storm, place: SimulatedPlace): number {
  return haversineMiles(storm.latitude, storm.longitude, place.latitude, place.longitude);
}

/** Like the real service's, its polygons have two decimals. */
function hundredth(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}

function wholeMinute(at: number): number {
  return Math.ceil(at / MINUTE_MS) * MINUTE_MS;
}

const COMPASS = [
  'north',
  'northeast',
  'east',
  'southeast',
  'south',
  'southwest',
  'west',
  'northwest',
] as const;

function compassOf({ headingDegrees }: Storm): string {
  return COMPASS[Math.round(headingDegrees / 45) % 8] ?? 'north';
}
