import type { PolicyWarning } from '@allclear/contract';
import { threatTypes } from '@allclear/domain';
import { timeOfDay } from '../../clock/time-text.ts';
import {
  type LastKnown,
  type LightningView,
  lastThunder,
  strikeText,
  type Thunder,
  thunderText,
} from '../../features/lightning/lightning-view.ts';
import type { ClearOutlook, ZoneOutlook } from '../../features/warnings/warnings-view.ts';

/**
 * What the lightning card says of the zone with a policy's radius, so that no two clocks of a zone differ. Null
 * for another policy, and for a radius that the location does not watch.
 */
export function zoneOutlook(
  warning: Pick<PolicyWarning, 'threatType' | 'thresholdValue'>,
  view: LightningView,
  timeZone: string,
): ZoneOutlook | null {
  if (warning.threatType !== threatTypes.LIGHTNING) return null;
  const outlook = outlookOf(warning.thresholdValue, view);
  return outlook && { outlook, lastStrike: lastStrikeText(warning.thresholdValue, view, timeZone) };
}

function outlookOf(radiusMiles: number, view: LightningView): ClearOutlook | null {
  switch (view.kind) {
    case 'loading':
      return { kind: 'checking' };
    case 'unavailable':
      return { kind: 'held', since: view.lastKnown?.observedThrough ?? null };
    case 'not-covered':
      return { kind: 'held', since: null };
    case 'clear':
      return view.answer.zones.some((zone) => zone.radiusMiles === radiusMiles) ? { kind: 'checking' } : null;
    case 'delay': {
      const zone = view.zones.find((one) => one.radiusMiles === radiusMiles);
      if (zone === undefined) return null;
      if (zone.clearAt === null) return { kind: 'checking' };
      const nextClearAt = zone.clearAt;
      return view.paused
        ? { kind: 'paused', since: view.answer.observedThrough, nextClearAt }
        : // Whole seconds as the rings round them.
          { kind: 'counting', nextClearAt, remainingSeconds: Math.ceil(zone.remainingSeconds) };
    }
  }
}

function lastStrikeText(radiusMiles: number, view: LightningView, timeZone: string): string | null {
  const heard = thunderIn(radiusMiles, view);
  if (heard) return thunderText(heard, timeOfDay(heard.at, timeZone));
  const strike = zonesOf(view).find((zone) => zone.radiusMiles === radiusMiles)?.lastStrike;
  return strike ? `${strikeText(strike)} at ${timeOfDay(strike.at, timeZone)}` : null;
}

/** Thunder that concerns a zone, where it was heard after the last strike. */
function thunderIn(radiusMiles: number, view: LightningView): Thunder | null {
  if (view.kind === 'unavailable')
    return view.thunder?.find((zone) => zone.radiusMiles === radiusMiles)?.thunder ?? null;
  if (view.kind !== 'delay' && view.kind !== 'clear') return null;
  return lastThunder(view.answer.zones.filter((zone) => zone.radiusMiles === radiusMiles));
}

/** The zones as they are, or as last known. */
function zonesOf(view: LightningView): LastKnown['zones'] {
  if (view.kind === 'unavailable') return view.lastKnown?.zones ?? [];
  return view.kind === 'delay' || view.kind === 'clear' ? view.answer.zones : [];
}
