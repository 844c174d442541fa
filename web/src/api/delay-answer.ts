import type { LastKnownLightning, LightningDelay } from '@allclear/contract';
import { ApiFailure, sentenceOf } from './failure.ts';

type Lines = Record<string, unknown>;

const isLines = (value: unknown): value is Lines =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value));
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isStrikeOrNull = (value: unknown): boolean =>
  value === null ||
  (isLines(value) &&
    isInstant(value.at) &&
    isNumber(value.distanceMiles) &&
    typeof value.compass === 'string');

const isThunderOrNull = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (isLines(value) && isInstant(value.at) && (value.distanceMiles === null || isNumber(value.distanceMiles)));
/** Thunder that holds a zone of the last known answer. */
const isHoldOrNull = (value: unknown): boolean =>
  isThunderOrNull(value) && (!isLines(value) || isInstant(value.until));

/** A valid zone without contradictions: clear means that nothing remains and there is no reason. */
function isZone(value: unknown): boolean {
  if (
    !isLines(value) ||
    !isNumber(value.zone) ||
    !isNumber(value.radiusMiles) ||
    value.radiusMiles <= 0 ||
    typeof value.range !== 'string'
  )
    return false;
  if (!isNumber(value.remainingSeconds) || value.remainingSeconds < 0 || !isStrikeOrNull(value.lastStrike))
    return false;
  if (!isThunderOrNull(value.thunder)) return false;
  if (value.state === 'clear')
    return (
      value.reason === null &&
      value.remainingSeconds === 0 &&
      (value.clearAt === null || isInstant(value.clearAt))
    );
  return (
    value.state === 'delay' &&
    (value.reason === 'strike' ||
      value.reason === 'observing' ||
      (value.reason === 'report' && isLines(value.thunder))) &&
    isInstant(value.clearAt)
  );
}

/**
 * The lightning answer, validated by hand because safety depends on it: an answer that is malformed,
 * contradicts itself or has no zones is refused (and shown as unavailable), never treated as an all clear.
 */
export function delayOf(answer: unknown): LightningDelay {
  const sound =
    isLines(answer) &&
    isInstant(answer.observedThrough) &&
    isInstant(answer.confirmedThrough) &&
    isInstant(answer.now) &&
    isNumber(answer.allClearMinutes) &&
    answer.allClearMinutes > 0 &&
    isNumber(answer.strikeCount) &&
    isNumber(answer.lagSeconds) &&
    typeof answer.paused === 'boolean' &&
    (answer.remark === null || typeof answer.remark === 'string') &&
    Array.isArray(answer.zones) &&
    answer.zones.length > 0 &&
    answer.zones.every(isZone);
  if (!sound) throw new ApiFailure({ status: 200, code: 'malformed', message: sentenceOf('malformed') });
  return answer as unknown as LightningDelay;
}

/** What hinders the observation, as a refusal says it; null where it says nothing. */
export function remarkOf(value: unknown): string | null {
  return isLines(value) && typeof value.remark === 'string' && value.remark !== '' ? value.remark : null;
}

/** The last known answer in a refusal; null when there is none that can be read. */
export function lastKnownOf(value: unknown): LastKnownLightning | null {
  if (!isLines(value) || !Array.isArray(value.zones) || !isInstant(value.now)) return null;
  if (value.observedThrough !== null && !isInstant(value.observedThrough)) return null;
  const zones = value.zones.every(
    (zone) =>
      isLines(zone) &&
      isNumber(zone.radiusMiles) &&
      typeof zone.range === 'string' &&
      typeof zone.inDelay === 'boolean' &&
      isStrikeOrNull(zone.lastStrike) &&
      isHoldOrNull(zone.thunder),
  );
  return zones ? (value as unknown as LastKnownLightning) : null;
}
