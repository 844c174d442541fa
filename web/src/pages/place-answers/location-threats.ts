import type { DataOf, listAllViolations, PolicyWarning, Zone } from '@allclear/contract';
import {
  measureKind,
  type PlaceAnswer,
  type PlaceHold,
  type PlaceInput,
  type PlaceLightning,
  type PlaceWarning,
  type PlaceZone,
  placeAnswer,
  threatTypes,
} from '@allclear/domain';
import { type QueryState, trustOf } from '../../api/query-state.ts';
import { clockText } from '../../features/lightning/countdown.ts';
import type { LightningView, ThunderZone } from '../../features/lightning/lightning-view.ts';
import {
  closedCode,
  type DataState,
  type LocationThreats,
  type Threat,
} from '../../features/locations/threat.ts';
import { clearOutlook } from '../../features/warnings/warnings-view.ts';

type PlaceClosure = PlaceInput['closures'][number];
export type LocationViolations = DataOf<typeof listAllViolations>[number];

/**
 * What holds for a location: the threats of its badge and of the header's count (its lightning, its policy
 * warnings and its weather-service alerts), and the answer for the place as a whole.
 *
 * @param away the server has not answered for too long: nothing of it is known
 */
export function locationThreats(
  id: string,
  view: LightningView,
  violations: QueryState<readonly LocationViolations[]> | undefined,
  nowMs: number | null,
  speed: number,
  away = false,
): LocationThreats & {
  readonly place: PlaceAnswer;
  readonly holds: readonly PlaceHold[];
  readonly away: boolean;
} {
  const found = violations?.value ? byLocation(violations.value).get(id) : undefined;
  const closures = placeClosures(found, nowMs);
  const warnings = away ? 'unknown' : dataStateOf(violations, nowMs, speed);
  const place = placeAnswer({
    lightning: placeLightning(view),
    warnings: (found?.warnings ?? []).map((warning) => placeWarning(warning, nowMs)),
    closures,
    warningsAre: warnings === 'asking' ? 'checking' : warnings,
  });
  return {
    threats: withThreats(lightningThreats(view), [
      ...closures.map(closedThreat),
      ...(found ? violationThreats(found) : []),
    ]),
    lightning: lightningState(view),
    warnings,
    answer: place.kind,
    place,
    holds: place.holds,
    away,
  };
}

const indexes = new WeakMap<readonly LocationViolations[], ReadonlyMap<string, LocationViolations>>();

/** An answer by location; made once for each answer, because a page judges a thousand places by it. */
function byLocation(answer: readonly LocationViolations[]): ReadonlyMap<string, LocationViolations> {
  const made = indexes.get(answer) ?? new Map(answer.map((one) => [one.locationId, one]));
  indexes.set(answer, made);
  return made;
}

function placeLightning(view: LightningView): PlaceLightning {
  switch (view.kind) {
    case 'loading':
      return { kind: 'checking' };
    case 'not-covered':
      return { kind: 'not-covered' };
    case 'unavailable': {
      const since = view.lastKnown?.observedThrough ?? null;
      const thunder = (view.thunder ?? []).map(thunderZone);
      return {
        ...{ kind: 'unknown', since: since === null ? null : Date.parse(since) },
        ...(thunder.length > 0 && { thunder }),
      };
    }
    case 'delay':
    case 'clear':
      return { kind: 'known', zones: view.answer.zones.map(placeZone) };
  }
}

function placeZone(zone: Zone): PlaceZone {
  const { radiusMiles, state, reason, clearAt, lifeSafety, lastStrike, thunder } = zone;
  const at = clearAt === null ? Number.NEGATIVE_INFINITY : Date.parse(clearAt);
  return {
    radiusMiles,
    lifeSafety,
    thunder: thunder && { ...thunder, at: Date.parse(thunder.at) },
    lastStrike: lastStrike && { ...lastStrike, at: Date.parse(lastStrike.at) },
    status:
      state === 'clear'
        ? { kind: 'clear', since: at }
        : { kind: 'delay', reason: reason ?? 'observing', clearAt: at },
  };
}

/** A zone that thunder holds while lightning is not observed. */
function thunderZone({ radiusMiles, lifeSafety, thunder, until }: ThunderZone): PlaceZone {
  return {
    ...{ radiusMiles, lifeSafety, thunder: { ...thunder, at: Date.parse(thunder.at) } },
    status: { kind: 'delay', reason: 'report', clearAt: Date.parse(until) },
  };
}

/** The closure of a place, unless its time is over. */
function placeClosures(found: LocationViolations | undefined, nowMs: number | null): PlaceClosure[] {
  if (!found?.closure) return [];
  const { reason, until } = found.closure;
  const untilMs = until === null ? null : Date.parse(until);
  if (untilMs !== null && nowMs !== null && nowMs >= untilMs) return [];
  return [{ reason, until: untilMs }];
}

function placeWarning(warning: PolicyWarning, nowMs: number | null): PlaceWarning {
  const { policyTypeShortName: typeShortName, unit, precision, isDesc } = warning;
  const outlook = clearOutlook(warning, nowMs);
  return {
    policyId: warning.policyId,
    typeShortName,
    policyName: warning.policyName,
    event: warning.event,
    heldSince: warning.heldSince === null ? null : Date.parse(warning.heldSince),
    limit:
      measureKind(typeShortName) === 'reading'
        ? { typeShortName, unit, precision, isDesc, threshold: warning.thresholdValue }
        : null,
    clearAt: outlook.kind === 'counting' ? Date.parse(outlook.nextClearAt) : null,
  };
}

/**
 * What else holds a place, for a card that speaks of one danger only: 'lightning delay in effect'. Null when
 * nothing does. Warnings of the card's own policy types do not count.
 */
export function heldText(holds: readonly PlaceHold[], ownTypes: RegExp): string | null {
  // What is still asked for does not hide what is known.
  const [governing] = holds.filter(
    (hold) => hold.kind !== 'checking' && (hold.kind !== 'warning' || !ownTypes.test(hold.typeShortName)),
  );
  switch (governing?.kind) {
    case undefined:
    case 'checking':
      return null;
    case 'delay':
      return 'lightning delay in effect';
    case 'closed':
      return 'the place is closed';
    case 'observing':
      return 'lightning still being observed';
    case 'lightning-unknown':
      return 'lightning status unknown';
    case 'no-lightning-data':
      return 'no lightning data here';
    case 'warnings-unknown':
      return 'other warnings unknown';
    case 'warning':
      return holds.some(({ kind }) => kind === 'delay')
        ? 'lightning delay and other warnings in effect'
        : 'other warnings in effect';
  }
}

/** Whether an admin keeps the place closed: nothing may say clear of it, of its zones neither. */
export function isClosed(holds: readonly PlaceHold[]): boolean {
  return holds.some(({ kind }) => kind === 'closed');
}

/** What keeps lightning at a place from being clear, and until which minute at the earliest, epoch ms. */
function lightningHold(holds: readonly PlaceHold[]): {
  readonly lightning: 'delay' | 'observing' | 'unknown' | 'none' | 'checking' | 'quiet';
  readonly lightningUntil: number | null;
} {
  const hold =
    holds.find(({ kind }) => kind === 'delay') ??
    holds.find(({ kind }) => /lightning|^observing$/.test(kind));
  switch (hold?.kind) {
    case 'delay':
    case 'observing':
      return { lightning: hold.kind, lightningUntil: Math.floor(hold.clearAt / 60_000) * 60_000 };
    case 'lightning-unknown':
      return { lightning: 'unknown', lightningUntil: null };
    case 'no-lightning-data':
      return { lightning: 'none', lightningUntil: null };
    default: {
      const isChecking = holds.some(({ kind }) => kind === 'checking');
      return { lightning: isChecking ? 'checking' : 'quiet', lightningUntil: null };
    }
  }
}

type Standing = ReturnType<typeof locationThreats>;

/** What the cards that speak of one danger say of the others; of a location that is not judged yet nothing. */
export function heldTexts(standing: Pick<Standing, 'holds' | 'away'> | undefined) {
  const { holds, away } = standing ?? { holds: [], away: false };
  return {
    held: {
      heat: heldText(holds, /^(HEAT|WBGT)$/),
      risks: heldText(holds, /./),
      air: heldText(holds, /^AQI/),
      place: holds.length > 0,
      away,
      ...lightningHold(holds),
    },
    warnedTypes: holds.flatMap((hold) => (hold.kind === 'warning' ? [hold.typeShortName] : [])).join(' '),
  };
}

function dataStateOf(
  violations: QueryState<readonly LocationViolations[]> | undefined,
  nowMs: number | null,
  speed: number,
): DataState {
  switch (trustOf(violations, nowMs, speed)) {
    case 'asking':
      return 'asking';
    case 'unknown':
      return 'unknown';
    case 'current':
    case 'failing':
      return 'known';
  }
}

function lightningState(view: LightningView): DataState {
  if (view.kind === 'loading') return 'asking';
  return view.kind === 'clear' || view.kind === 'delay' ? 'known' : 'unknown';
}

/** Any zone in delay is the threat LR1 (spec 1 section 4). */
function lightningThreats(view: LightningView): Threat[] {
  if (view.kind === 'unavailable' && view.thunder)
    return [{ code: 'LR1', threatType: threatTypes.LIGHTNING, label: 'Thunder heard', tone: 'danger' }];
  if (view.kind !== 'delay') return [];
  const affected = view.zones.some((zone) => zone.state === 'strike');
  return [
    {
      code: 'LR1',
      threatType: threatTypes.LIGHTNING,
      label: `${affected ? 'Lightning Policy Alert' : 'Lightning Policy Alert: quiet not yet observed'}${view.paused ? ', countdown paused' : ''}`,
      tone: affected ? 'danger' : 'observing',
      // The clock of the band and of the large ring.
      countdown: clockText(view.governing.remainingSeconds),
      paused: view.paused,
    },
  ];
}

function closedThreat({ reason }: PlaceClosure): Threat {
  return { code: closedCode, threatType: threatTypes.LIGHTNING, label: `Closed: ${reason}`, tone: 'danger' };
}

function violationThreats({ warnings, alertEvents }: LocationViolations): Threat[] {
  const byPolicy = warnings.map(
    (warning): Threat => ({
      // A zone's own warning is the same threat as the delay of that zone.
      code: warning.threatType === threatTypes.LIGHTNING ? 'LR1' : warning.policyTypeShortName,
      threatType: warning.threatType,
      label: `${warning.policyDisplayName} Policy Warning`,
      tone: 'danger',
    }),
  );
  const watched = new Set(warnings.flatMap(({ event }) => event ?? []));
  const events = [...new Set(alertEvents)];
  return [
    ...byPolicy,
    ...ofWeatherService(
      'NWS Alert',
      events.filter((event) => watched.has(event)),
    ),
    ...ofWeatherService(
      'NWS advisory',
      events.filter((event) => !watched.has(event)),
    ),
  ];
}

/** Events that a policy watches are alerts; the others are advisories, which are no policy warnings. */
function ofWeatherService(name: 'NWS Alert' | 'NWS advisory', events: readonly string[]): Threat[] {
  if (events.length === 0) return [];
  const isWatched = name === 'NWS Alert';
  return [
    {
      code: isWatched ? 'NWS' : 'NWS-ADVISORY',
      threatType: threatTypes.NWS,
      label: `${name} - ${events.join(', ')}`,
      tone: isWatched ? 'danger' : 'advisory',
    },
  ];
}

/**
 * Each code occurs once; a weather-service threat takes the later label, which lists its events (spec 1
 * section 4).
 */
function withThreats(threats: readonly Threat[], added: readonly Threat[]): Threat[] {
  const byCode = new Map(threats.map((threat) => [threat.code, threat]));
  for (const threat of added) {
    const there = byCode.get(threat.code);
    if (!there || threat.code === 'NWS') byCode.set(threat.code, threat);
    // A strike that exceeded a policy outranks quiet that was not yet observed.
    else if (there.tone === 'observing')
      byCode.set(threat.code, { ...there, label: threat.label, tone: threat.tone });
  }
  return [...byCode.values()];
}
