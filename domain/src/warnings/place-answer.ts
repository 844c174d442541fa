import { measureKind } from '../core/index.ts';
import type { ZoneStatus } from '../lightning/index.ts';
import type { PlaceHold, PlaceStrike, PlaceThunder, WarningLimit } from '../locations/index.ts';

/**
 * The one answer for a place: what its lightning zones, its open warnings and whatever else holds it say
 * together. Every surface that speaks of the *place* (message, page, list, title, badge) takes it from here;
 * a surface that speaks of one zone or one policy may call only that one clear.
 */

export interface PlaceZone {
  readonly radiusMiles: number;
  readonly status: ZoneStatus;
  /** A life-safety policy watches this radius: lightning within it means stop, as in the innermost zone. */
  readonly lifeSafety?: boolean;
  /** A siren sounds for lightning within this radius: it means stop, and leaves the zones of people as they are. */
  readonly isSiren?: boolean;
  /** The last strike within the radius, where it is known. */
  readonly lastStrike?: PlaceStrike | null;
  /** Thunder that concerns the zone, when it was last heard. */
  readonly thunder?: PlaceThunder | null;
}

/** What is known of lightning at a place. `zones` are those of everybody who watches it, in any order. */
export type PlaceLightning =
  | { readonly kind: 'known'; readonly zones: readonly PlaceZone[] }
  /** `thunder`: the zones that are in delay because somebody heard it. */
  | { readonly kind: 'unknown'; readonly since: number | null; readonly thunder?: readonly PlaceZone[] }
  | { readonly kind: 'not-covered' }
  | { readonly kind: 'checking' };

/** An open warning of a policy. */
export interface PlaceWarning {
  readonly policyId: string;
  readonly typeShortName: string;
  readonly policyName: string;
  /** Of the weather service */
  readonly event: string | null;
  /** Epoch ms, null while data arrive. */
  readonly heldSince: number | null;
  /** The limit of a reading, where it is known. */
  readonly limit?: WarningLimit | null;
  /** The earliest end while the quiet time runs, epoch ms. */
  readonly clearAt?: number | null;
}

/** An admin keeps the place closed. */
export interface PlaceClosure {
  readonly reason: string;
  /** Epoch ms of its end, null where only a person ends it. */
  readonly until: number | null;
}

export interface PlaceInput {
  readonly lightning: PlaceLightning;
  readonly warnings: readonly PlaceWarning[];
  /** Those that last now. */
  readonly closures: readonly PlaceClosure[];
  /** Whether `warnings` and `closures` are all that are open now, asked for, or not to be had. */
  readonly warningsAre: 'known' | 'checking' | 'unknown';
}

/**
 * `delay`: lightning within a radius that means stop. `unknown`: lightning or warnings are not known.
 * `stop`: a warning of another policy, or an admin keeps the place closed. `observing`: quiet has not been observed long enough. `ready`:
 * lightning within an outer radius only. `checking`: asked for, not known yet. `no-lightning-data`: nothing
 * holds the place, but no feed covers it. `clear`: nothing holds it.
 */
export type PlaceAnswerKind =
  | 'delay'
  | 'unknown'
  | 'stop'
  | 'observing'
  | 'ready'
  | 'checking'
  | 'no-lightning-data'
  | 'clear';

export interface PlaceAnswer {
  readonly kind: PlaceAnswerKind;
  /** Everything that holds the place, what governs first; empty exactly when it is clear. */
  readonly holds: readonly PlaceHold[];
  /**
   * When the place can be clear at the earliest, epoch ms: when the last of its zones and of its warnings can,
   * as far as that is known. Null while lightning is unknown, and where no hold has an end that is known.
   */
  readonly earliestClearAt: number | null;
  /** Start of the clear status of the last zone, epoch ms; null when not clear or always quiet. */
  readonly clearSince: number | null;
}

/** Order of the answers: the first that applies is the answer. */
const order: readonly PlaceAnswerKind[] = [
  'delay',
  'unknown',
  'stop',
  'observing',
  'ready',
  'checking',
  'no-lightning-data',
];

/** Orders places, the worst answer first; 0 for the same one. */
export function byUrgency(a: PlaceAnswerKind, b: PlaceAnswerKind): number {
  return rank(a) - rank(b);
}

function rank(kind: PlaceAnswerKind): number {
  return kind === 'clear' ? order.length : order.indexOf(kind);
}

/** The answer for a place, see above. */
export function placeAnswer({ lightning, warnings, closures, warningsAre }: PlaceInput): PlaceAnswer {
  const ofLightning = lightningHolds(lightning);
  // The warning of a lightning policy is the delay of its zone; alone, it still holds the place.
  const isSaid = ({ typeShortName }: PlaceWarning) =>
    measureKind(typeShortName) === 'lightning' && ofLightning.length > 0;
  const holds: PlaceHold[] = [
    ...ofLightning,
    ...closures.map(({ reason, until }): PlaceHold => ({ kind: 'closed', reason, until })),
    ...warnings
      .filter((warning) => !isSaid(warning))
      .map((warning): PlaceHold => ({ kind: 'warning', ...warningFields(warning) })),
    ...(warningsAre === 'unknown' ? [{ kind: 'warnings-unknown' } as const] : []),
    ...(warningsAre === 'checking' && lightning.kind !== 'checking' ? [{ kind: 'checking' } as const] : []),
  ].sort((a, b) => order.indexOf(answerOf(a)) - order.indexOf(answerOf(b)));
  const [governing] = holds;
  return {
    kind: governing ? answerOf(governing) : 'clear',
    holds,
    earliestClearAt: earliestClearAt(lightning, holds),
    clearSince: governing === undefined && lightning.kind === 'known' ? clearSince(lightning.zones) : null,
  };
}

/** The answer of holds that are known, what governs first: for words about them. It names no end. */
export function answerOfHolds(holds: readonly PlaceHold[]): PlaceAnswer {
  const [governing] = holds;
  return { kind: governing ? answerOf(governing) : 'clear', holds, earliestClearAt: null, clearSince: null };
}

function answerOf(hold: PlaceHold): PlaceAnswerKind {
  switch (hold.kind) {
    case 'delay':
      return hold.stop ? 'delay' : 'ready';
    case 'observing':
    case 'checking':
    case 'no-lightning-data':
      return hold.kind;
    case 'lightning-unknown':
    case 'warnings-unknown':
      return 'unknown';
    case 'warning':
    case 'closed':
      return 'stop';
  }
}

function lightningHolds(lightning: PlaceLightning): PlaceHold[] {
  switch (lightning.kind) {
    case 'checking':
      return [{ kind: 'checking' }];
    case 'not-covered':
      return [{ kind: 'no-lightning-data' }];
    case 'unknown':
      return [
        { kind: 'lightning-unknown', since: lightning.since },
        ...(lightning.thunder?.length ? zoneHolds(lightning.thunder) : []),
      ];
    case 'known':
      return zoneHolds(lightning.zones);
  }
}

/** A hold for strikes and thunder, one for unobserved quiet and one for the unknown, each from the zone that governs it. */
function zoneHolds(zones: readonly PlaceZone[]): PlaceHold[] {
  // A place without a zone has no lightning status.
  if (zones.length === 0) return [{ kind: 'no-lightning-data' }];
  const innermost = Math.min(...zones.flatMap(({ radiusMiles, isSiren }) => (isSiren ? [] : radiusMiles)));
  const holds: PlaceHold[] = [];
  if (zones.some(({ status }) => status.kind === 'unknown'))
    holds.push({ kind: 'lightning-unknown', since: null });
  const stops = inDelay(
    zones.filter(
      ({ radiusMiles, lifeSafety, isSiren }) => lifeSafety || isSiren || radiusMiles === innermost,
    ),
    'lightning',
  );
  const affected = stops.length > 0 ? stops : inDelay(zones, 'lightning');
  const governing = governingZone(affected);
  // It is named by the nearest lightning, and lasts as long as the zone that governs.
  const nearest = affected.toSorted((a, b) => a.radiusMiles - b.radiusMiles)[0];
  if (governing && nearest)
    holds.push({ kind: 'delay', stop: stops.length > 0, ...nearest, clearAt: governing.clearAt });
  const observing = governingZone(inDelay(zones, 'observing'));
  if (observing) {
    const { radiusMiles, clearAt } = observing;
    holds.push({ kind: 'observing', radiusMiles, clearAt });
  }
  return holds;
}

/** A zone in delay: its radius and its earliest all clear, epoch ms. */
interface ZoneInDelay {
  readonly radiusMiles: number;
  readonly clearAt: number;
}

/** Of zones in delay that with the longest way to go, the innermost on a tie; null for none. */
export function governingZone<Z extends ZoneInDelay>(zones: readonly Z[]): Z | null {
  return zones.reduce<Z | null>(
    (governing, zone) =>
      governing === null ||
      zone.clearAt > governing.clearAt ||
      (zone.clearAt === governing.clearAt && zone.radiusMiles < governing.radiusMiles)
        ? zone
        : governing,
    null,
  );
}

function inDelay(zones: readonly PlaceZone[], cause?: 'lightning' | 'observing') {
  return zones.flatMap(({ radiusMiles, status, lastStrike = null, thunder = null }) => {
    if (status.kind !== 'delay') return [];
    const isObserving = status.reason === 'observing';
    if (cause !== undefined && isObserving !== (cause === 'observing')) return [];
    const heard = status.reason === 'report' ? { thunder } : {};
    return [{ ...{ radiusMiles, clearAt: status.clearAt, lastStrike }, ...heard }];
  });
}

function earliestClearAt(lightning: PlaceLightning, holds: readonly PlaceHold[]): number | null {
  if (holds.some(({ kind }) => kind === 'lightning-unknown' || kind === 'checking')) return null;
  if (holds.some((hold) => hold.kind === 'closed' && hold.until === null)) return null;
  const ends = holds.flatMap((hold) =>
    hold.kind === 'warning' ? (hold.clearAt ?? []) : hold.kind === 'closed' ? (hold.until ?? []) : [],
  );
  const zone = lightning.kind === 'known' ? governingZone(inDelay(lightning.zones)) : null;
  const known = zone === null ? ends : [...ends, zone.clearAt];
  return known.length === 0 ? null : Math.max(...known);
}

function clearSince(zones: readonly PlaceZone[]): number | null {
  const since = zones.flatMap(({ status }) =>
    status.kind === 'clear' && Number.isFinite(status.since) ? [status.since] : [],
  );
  return since.length > 0 ? Math.max(...since) : null;
}

function warningFields(warning: PlaceWarning) {
  const { policyId, typeShortName, policyName, event, heldSince, limit, clearAt } = warning;
  return { policyId, typeShortName, policyName, event, heldSince, limit, clearAt };
}
