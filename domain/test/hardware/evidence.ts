import type { RelayEvidence, SignalEvidence } from '../../src/hardware/index.ts';
import { type Observation, type ZoneStatus, zoneStatus } from '../../src/lightning/index.ts';
import {
  type PlaceAnswer,
  type PlaceLightning,
  type PlaceWarning,
  placeAnswer,
} from '../../src/warnings/index.ts';
import type { Strike, World } from './world.ts';

/** What the machines are given of a world at a tick, by the functions of the product, as the engine makes it. */
export interface WorldEvidence {
  readonly signal: SignalEvidence;
  readonly relay: RelayEvidence;
  readonly place: PlaceAnswer;
}

export const epoch = Date.UTC(2026, 6, 4, 18);

export const instantOf = ({ tickMs }: World, tick: number) => epoch + tick * tickMs;

/** Minutes of quiet of the unit and its place at a tick. */
export function allClearMinutes({ quiet, quietEditAt, tickMs }: World, tick: number): number {
  return ((tick < quietEditAt ? quiet[0] : quiet[1]) * tickMs) / 60_000;
}

export function evidenceAt(world: World, tick: number): WorldEvidence {
  const now = instantOf(world, tick);
  const observation = world.isCovered[tick] ? observationAt(world, tick) : null;
  const minutes = allClearMinutes(world, tick);
  const last = (isWithin: (strike: Strike) => boolean) => {
    let newest: number | null = null;
    for (const strike of world.strikes)
      if (strike.reportedAt <= tick && isWithin(strike) && (newest === null || strike.at > newest))
        newest = strike.at;
    return newest === null ? null : instantOf(world, newest);
  };
  const status = (lastStrikeAt: number | null) => zoneStatus(lastStrikeAt, minutes, observation, now);
  const isOwn = ({ reach }: Strike) => reach === 'near' || (reach === 'far' && tick < world.radiusEditAt);
  const ownStrikeAt = last(isOwn);
  const zones = [{ radiusMiles: 5, status: status(last(({ reach }) => reach === 'near')) }];
  if (world.hasOuterZone) zones.push({ radiusMiles: 20, status: status(last(() => true)) });
  const place = placeAnswer({
    lightning: lightningOf(world, tick, zones),
    warnings: warningsAt(world, tick),
    closures: [],
    warningsAre: world.areWarningsRead[tick] ? 'known' : 'unknown',
  });
  const firing = world.warnings.filter(({ firesUnit, from, to }) => firesUnit && tick >= from && tick < to);
  return {
    place,
    signal: {
      lightning: observation === null ? null : { ...status(ownStrikeAt), lastStrikeAt: ownStrikeAt },
      policyWarnings: world.areWarningsRead[tick]
        ? firing.map((warning) => ({
            ...{ id: warning.id, name: warning.id, since: instantOf(world, warning.from) },
            isHeld: isHeld(warning, tick),
          }))
        : null,
      placeHolds: place.holds,
      isDelayInEarshot: world.earshot[tick] ?? null,
      isInAlertTimes: world.isOpen[tick] ?? true,
    },
    relay: {
      warning: relayWarning(world, tick),
      placeHolds: place.holds,
      isExcludedOn: false,
    },
  };
}

/** The relay follows the first warning of the world. */
function relayWarning(world: World, tick: number): RelayEvidence['warning'] {
  const [warning] = world.warnings;
  if (!world.areWarningsRead[tick]) return 'unknown';
  if (!warning || tick < warning.from || tick >= warning.to) return 'none';
  return isHeld(warning, tick) ? 'held' : 'open';
}

function isHeld({ heldFrom, heldTo }: World['warnings'][number], tick: number): boolean {
  return tick >= heldFrom && tick < heldTo;
}

function lightningOf(
  world: World,
  tick: number,
  zones: readonly { radiusMiles: number; status: ZoneStatus }[],
): PlaceLightning {
  if (world.isChecking[tick]) return { kind: 'checking' };
  return world.isCovered[tick] ? { kind: 'known', zones } : { kind: 'not-covered' };
}

function warningsAt(world: World, tick: number): PlaceWarning[] {
  return world.warnings
    .filter(({ from, to }) => tick >= from && tick < to)
    .map((warning) => ({
      ...{ policyId: warning.id, typeShortName: 'WIND', policyName: warning.id, event: null },
      heldSince: isHeld(warning, tick) ? instantOf(world, warning.heldFrom) : null,
    }));
}

function observationAt(world: World, tick: number): Observation {
  const outage = world.outages.find(({ from, to }) => tick >= from && tick < to);
  const through = instantOf(world, outage?.from ?? tick);
  return {
    observedFrom: epoch - 86_400_000,
    observedThrough: through,
    confirmedThrough: through,
    gaps: world.outages
      .filter(({ to, isFilled }) => to <= tick && !isFilled)
      .map(({ from, to }) => ({ from: instantOf(world, from), to: instantOf(world, to) })),
  };
}
