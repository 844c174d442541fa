import type { Location, Status } from '@allclear/contract';
import { useMemo } from 'react';
import { useSecondsNow } from '../../clock/use-now.ts';
import type { LightningView } from '../../features/lightning/lightning-view.ts';
import { useDelays } from '../../features/lightning/use-delays.ts';
import type { PlaceAnswerView } from '../../features/locations/answer/AnswerBand.tsx';
import type { ZoneState, ZoneStates } from '../../features/map/zone-rings.ts';
import { useAllViolations } from '../../features/warnings/use-warnings.ts';
import { answerView } from '../place-answers/answer-view.ts';
import { judgePlace } from '../place-answers/judge-places.ts';

/** The answer for a place and the states of its rings, as the dashboard has them. */
export function usePlaceAnswer(
  place: Location | null,
  status: Status,
): { answer: PlaceAnswerView | null; zoneStates: ZoneStates } {
  const nowMs = useSecondsNow();
  const ids = useMemo(() => (place ? [place.id] : []), [place]);
  const delays = useDelays(ids, status.speed);
  const violations = useAllViolations(status.speed);
  const judged = place && judgePlace(place.id, delays.get(place.id) ?? {}, violations, nowMs, status);
  const states = judged ? zoneStatesOf(judged.view) : null;
  // The map is drawn again only when a state has changed.
  const key = states === null ? '' : JSON.stringify([...states]);
  const zoneStates = useMemo<ZoneStates>(() => (key === '' ? null : new Map(JSON.parse(key))), [key]);
  return {
    answer: place && judged ? answerView(judged.standing.place, judged.view, nowMs, place.timeZone) : null,
    zoneStates,
  };
}

/** States by radius; without a reading no radius has one, and every ring is not known. */
export function zoneStatesOf(view: LightningView): ReadonlyMap<number, ZoneState> | null {
  switch (view.kind) {
    case 'loading':
      return null;
    case 'delay':
      return new Map(view.zones.map(({ radiusMiles, state }) => [radiusMiles, state]));
    case 'clear':
      return new Map(view.answer.zones.map(({ radiusMiles }) => [radiusMiles, 'clear']));
    default:
      return new Map();
  }
}
