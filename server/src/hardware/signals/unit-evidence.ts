import { driverOf } from '@allclear/adapters';
import {
  distanceMiles,
  earshotMiles,
  isOpenAt,
  lightningAt,
  measureKind,
  type NearFlash,
  type PlaceHold,
  type SignalEvidence,
  type SignalSettings,
  type ZoneLightning,
} from '@allclear/domain';
import type { LightningLive } from '../../lightning/index.ts';
import type { PolicyPlace } from '../../policies/index.ts';
import type { PlaceWithWarnings } from '../../warnings/index.ts';
import type { StoredUnit } from '../units/units.store.ts';

/** Where a unit is. One that is elsewhere than at its last step was moved. */
export interface UnitPlace {
  readonly placeId: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Null for a unit that belongs to no place. */
export function placeOf({ organizationLocationId, latitude, longitude }: StoredUnit): UnitPlace | null {
  return organizationLocationId === null || latitude === null || longitude === null
    ? null
    : { placeId: organizationLocationId, latitude, longitude };
}

/** Whether a unit signals: a siren or a light of an outdoor warning system. */
export function isSignaling(unit: StoredUnit): boolean {
  const { canSound, canLight } = settingsOf(unit);
  return (unit.model === 'OWS' || unit.model === 'OWX') && (canSound || canLight);
}

/** The unit that speaks after a siren: the one that is set, or the siren itself where it can; null for none. */
export function speakerOf(unit: StoredUnit): string | null {
  if (unit.afterSirenPaId !== null) return unit.afterSirenPaId;
  return (driverOf(unit.driver)?.abilities.plays ?? []).length > 0 ? unit.id : null;
}

export function settingsOf(unit: StoredUnit): SignalSettings {
  const abilities = driverOf(unit.driver)?.abilities;
  const speaks = speakerOf(unit) !== null;
  return {
    canSound: abilities?.sound === 'limited' && unit.wiring.warningSound !== null,
    canLight: abilities?.light === true && unit.wiring.light !== null,
    ...{ allClearMinutes: unit.allClearMinutes, durationSeconds: unit.durationSeconds, plays: unit.plays },
    ...{ allClearDurationSeconds: unit.allClearDurationSeconds, allClearPlays: unit.allClearPlays },
    postWarnMessage: speaks ? unit.postWarnMessage : '',
    postAllClearMessage: speaks ? unit.postAllClearMessage : '',
    lifeSafety: unit.lifeSafety,
  };
}

/** What is not known keeps a unit from an all clear. */
const unclear: readonly PlaceHold[] = [{ kind: 'checking' }];

/** The answers for places of an organization at an instant; null while they are not known. */
export type AnswersAt = (placeIds: ReadonlySet<string>) => readonly PlaceWithWarnings[] | null;

export interface UnitEvidence {
  readonly evidence: SignalEvidence;
  /** The last strike within the radius. */
  readonly lastStrike: NearFlash | null;
}

interface EvidenceNeeds {
  readonly live: LightningLive;
  readonly answers: AnswersAt;
  /** Those of the unit's organization, at least. */
  readonly places: readonly PolicyPlace[];
  /** The product clock, epoch ms. */
  readonly now: number;
}

/**
 * What is known of a unit. The answers for its place and those in earshot are asked for where they decide: a unit whose
 * own lightning is not clear has no all clear, whatever they are.
 */
export function evidenceAt(unit: StoredUnit, place: UnitPlace, needs: EvidenceNeeds): UnitEvidence {
  const { live, answers, now } = needs;
  const { latitude, longitude, placeId } = place;
  const zones = {
    ...{ latitude, longitude, organizationId: unit.organizationId, placeId },
    ...{ radius1: unit.radiusMiles, radius2: 0, radius3: 0, radius4: 0 },
    allClearMinutes: unit.allClearMinutes,
  };
  const status = lightningAt(live.lightningIndex, zones, now);
  const zone = status.kind === 'not-covered' ? undefined : status.zones[0];
  const lastStrike = zone?.lastStrike ?? null;
  const lightning = zone ? { ...zone.status, lastStrikeAt: lastStartAt(zone) } : null;
  const isInAlertTimes = unit.alertTimes.length === 0 || isOpenAt(unit.alertTimes, unit.timeZone, now);
  const atPlace =
    lightning?.kind === 'clear'
      ? clearEvidence(unit, place, needs)
      : {
          policyWarnings:
            unit.policyIds.length === 0
              ? []
              : firing(unit, answers(new Set([place.placeId]))?.[0]?.open ?? null),
          ...{ placeHolds: unclear, isDelayInEarshot: null },
        };
  return { lastStrike, evidence: { lightning, isInAlertTimes, ...atPlace } };
}

/** The last strike within the radius, or thunder that was heard since, epoch ms. */
function lastStartAt({ lastStrike, thunder }: ZoneLightning): number | null {
  const starts = [lastStrike, thunder].flatMap((start) => (start === null ? [] : [start.at]));
  return starts.length === 0 ? null : Math.max(...starts);
}

function clearEvidence(
  unit: StoredUnit,
  { placeId, latitude, longitude }: UnitPlace,
  { answers, places }: EvidenceNeeds,
): Pick<SignalEvidence, 'policyWarnings' | 'placeHolds' | 'isDelayInEarshot'> {
  const milesTo = (at: PolicyPlace) => distanceMiles(at, { latitude, longitude }) ?? Number.POSITIVE_INFINITY;
  const near = places.filter(
    (one) => one.organizationId === unit.organizationId && milesTo(one) <= earshotMiles,
  );
  const answered = answers(new Set([placeId, ...near.map(({ id }) => id)])) ?? [];
  const own = answered.find(({ place }) => place.id === placeId);
  return {
    policyWarnings: firing(unit, own?.open ?? null),
    placeHolds: own?.answer.holds ?? unclear,
    isDelayInEarshot: own ? isDelayIn(answered.filter(({ place }) => place.id !== placeId)) : null,
  };
}

function firing(
  { policyIds }: StoredUnit,
  open: PlaceWithWarnings['open'],
): SignalEvidence['policyWarnings'] {
  if (open === null) return null;
  const own = open.filter(
    ({ policyId, typeShortName }) =>
      policyIds.includes(policyId) && measureKind(typeShortName) !== 'lightning',
  );
  return own.map(({ id, policyName, since, isHeld }) => ({ id, name: policyName, since, isHeld }));
}

/** Whether one of the places is in delay; null where that is not known of one. */
function isDelayIn(places: readonly PlaceWithWarnings[]): boolean | null {
  const kinds = new Set(places.flatMap(({ answer }) => answer.holds.map(({ kind }) => kind)));
  if (kinds.has('delay') || kinds.has('observing')) return true;
  return kinds.has('lightning-unknown') || kinds.has('checking') ? null : false;
}
