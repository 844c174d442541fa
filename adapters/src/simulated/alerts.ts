import { type CapAlert, MILES_PER_DEGREE } from '@allclear/domain';
import type { AlertFeed } from '../feeds/alerts/port.ts';
import { convexHull } from './convex-hull.ts';
import { createStormTracks, type SimulationOptions, type StormCell } from './storm-tracks.ts';

const MINUTE_MS = 60_000;
/** Radar sees a storm a few minutes after it was born. */
const FIRST_WARNING_AFTER_MS = 3 * MINUTE_MS;
/** A warning holds this long; a storm that outlives it gets another one, as with the real service. */
const WARNING_MS = 40 * MINUTE_MS;
const UPDATE_EVERY_MS = 10 * MINUTE_MS;
const CANCEL_LISTED_MS = 10 * MINUTE_MS;
/** What is hit at the rim of the cell. */
const MARGIN_MILES = 1.5;
const CORNERS = 12;

/**
 * Severe Thunderstorm Warnings for the storms of `createSimulatedLightning` with the same options: a polygon around the way that the storm will
 * take, an update every 10 minutes, and a Cancel when it dies or leaves. As the real service's, the list holds the newest message of each
 * warning. A pure function of the options and the time.
 */
export function createSimulatedAlerts(options: SimulationOptions): AlertFeed {
  const storms = createStormTracks(options);
  return {
    vendor: 'simulated',
    pollEveryMs: MINUTE_MS,
    async poll({ now }) {
      const alerts = recentStorms(storms, now).flatMap((storm) =>
        warningsOf(storm, options.startedAt).flatMap((warning) => {
          const messages = messagesOf(warning, storms).filter((message) => message.sentAt <= now);
          const newest = messages.at(-1);
          return newest && now < newest.expiresAt ? [newest] : [];
        }),
      );
      return { alerts, asOf: now };
    },
  };
}

type Storms = (at: number) => StormCell[];
interface Warning {
  readonly storm: StormCell;
  readonly issuedAt: number;
  readonly endsAt: number;
  /** VTEC's number of the event; each group of places has an office of its own. */
  readonly number: string;
  readonly office: string;
}

/** Each storm that lived within the time of one warning and its Cancel. */
function recentStorms(storms: Storms, now: number): StormCell[] {
  const found = new Map<string, StormCell>();
  for (let at = now; at > now - WARNING_MS - CANCEL_LISTED_MS; at -= UPDATE_EVERY_MS / 2) {
    for (const cell of storms(at)) found.set(`${cell.group} ${cell.bornAt}`, cell);
  }
  return [...found.values()].sort((a, b) => a.group - b.group || a.bornAt - b.bornAt);
}

function warningsOf(storm: StormCell, startedAt: number): Warning[] {
  const warnings: Warning[] = [];
  const office = `KSM${String.fromCharCode(65 + storm.group)}`;
  const first = wholeMinute(storm.bornAt + FIRST_WARNING_AFTER_MS);
  for (let issuedAt = first; issuedAt < storm.diesAt - FIRST_WARNING_AFTER_MS; issuedAt += WARNING_MS) {
    // Two warnings of one group are at least 40 minutes apart, so no two in a row have the same number.
    const number = String(Math.floor((issuedAt - startedAt) / (WARNING_MS / 2)) % 10_000).padStart(4, '0');
    warnings.push({ storm, issuedAt, endsAt: issuedAt + WARNING_MS, number, office });
  }
  return warnings;
}

function messagesOf(warning: Warning, storms: Storms): CapAlert[] {
  const { storm, issuedAt, endsAt } = warning;
  const diedAt = wholeMinute(storm.diesAt);
  const messages: CapAlert[] = [];
  for (let sentAt = issuedAt; sentAt < Math.min(endsAt, diedAt); sentAt += UPDATE_EVERY_MS) {
    const action = sentAt === issuedAt ? 'NEW' : 'CON';
    messages.push(message(warning, action, sentAt, messages, polygonAhead(warning, sentAt, storms)));
  }
  const [action, sentAt] = diedAt < endsAt ? (['CAN', diedAt] as const) : (['EXP', endsAt] as const);
  messages.push(message(warning, action, sentAt, messages, messages.at(-1)!.polygons[0]!));
  return messages;
}

type Ring = readonly (readonly [number, number])[];

function message(
  { storm, issuedAt, endsAt, office, number }: Warning,
  action: 'NEW' | 'CON' | 'CAN' | 'EXP',
  sentAt: number,
  earlier: readonly CapAlert[],
  polygon: Ring,
): CapAlert {
  const isOver = action === 'CAN' || action === 'EXP';
  const until = utc(endsAt);
  const word = action === 'CAN' ? 'is cancelled' : action === 'EXP' ? 'has expired' : `is in effect until ${until}`;
  const begin = action === 'NEW' ? vtecTime(issuedAt) : '000000T0000Z';
  return {
    id: `simulated.${storm.group}.${issuedAt}.${action}.${sentAt}`,
    event: 'Severe Thunderstorm Warning',
    headline: `Simulated: this Severe Thunderstorm Warning ${word}`,
    description: [
      'SIMULATED WEATHER...This alert is not real and must not be used for safety decisions.',
      isOver
        ? `At ${utc(sentAt)} the storm that prompted the warning ${action === 'CAN' ? 'had weakened' : 'had left the warned area'}.`
        : `At ${utc(sentAt)} a severe thunderstorm was on its way through the warned area at 30 mph.`,
      ...(isOver ? [] : ['HAZARD...60 mph wind gusts and frequent lightning.', 'IMPACT...Expect damage to trees and loose objects.']),
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
    vtec: [`/O.${action}.${office}.SV.W.${number}.${begin}-${vtecTime(endsAt)}/`],
    zones: [],
    polygons: [polygon],
    senderName: 'Simulated weather service',
  };
}

/** Around where the storm will be from now until the warning or the storm ends. */
function polygonAhead({ storm, endsAt }: Warning, sentAt: number, storms: Storms): Ring {
  const points: [number, number][] = [];
  const lastAt = Math.min(endsAt, storm.diesAt - 1);
  for (let at = sentAt; ; at = Math.min(lastAt, at + UPDATE_EVERY_MS)) {
    const cell = storms(at).find(({ group, bornAt }) => group === storm.group && bornAt === storm.bornAt);
    if (cell) points.push(...around(cell));
    if (at >= lastAt) break;
  }
  const hull = convexHull(points);
  return [...hull, hull[0]!];
}

function around({ latitude, longitude, radiusMiles }: StormCell): [number, number][] {
  const north = (radiusMiles + MARGIN_MILES) / MILES_PER_DEGREE;
  const east = north / Math.cos((latitude * Math.PI) / 180);
  return Array.from({ length: CORNERS }, (_, corner) => {
    const angle = (corner / CORNERS) * 2 * Math.PI;
    return [hundredth(longitude + east * Math.cos(angle)), hundredth(latitude + north * Math.sin(angle))];
  });
}

/** As the real service's: its polygons have two decimals. */
function hundredth(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}

function wholeMinute(at: number): number {
  return Math.ceil(at / MINUTE_MS) * MINUTE_MS;
}

/** '19:45 UTC'. */
function utc(at: number): string {
  return `${new Date(at).toISOString().slice(11, 16)} UTC`;
}

/** '261010T0845Z'. */
function vtecTime(at: number): string {
  return `${new Date(at).toISOString().slice(2, 16).replaceAll(/[-:]/g, '')}Z`;
}
