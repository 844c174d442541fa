import type { Status } from '@allclear/contract';
import type { QueryState } from '../../api/query-state.ts';
import {
  isPassing,
  type LightningState,
  type LightningView,
  lightningView,
} from '../../features/lightning/lightning-view.ts';
import { type LocationViolations, locationThreats } from './location-threats.ts';

/** What holds at a place, and its lightning as shown. */
export interface JudgedPlace {
  readonly view: LightningView;
  readonly standing: ReturnType<typeof locationThreats>;
}

type Limits = Pick<Status, 'lightningLimitSeconds' | 'speed'>;
type Violations = QueryState<readonly LocationViolations[]> | undefined;

/** A place at an instant of the product clock. */
export function judgePlace(
  id: string,
  state: LightningState,
  violations: Violations,
  nowMs: number | null,
  { lightningLimitSeconds, speed }: Limits,
): JudgedPlace {
  const view = lightningView(state, nowMs, lightningLimitSeconds);
  const away = view.kind === 'unavailable' && isPassing(state.failure);
  return { view, standing: locationThreats(id, view, violations, nowMs, speed, away) };
}

/** The lightning of each location as shown, and the threats that follow from it. */
export function judgePlaces(
  ids: readonly string[],
  delays: ReadonlyMap<string, LightningState>,
  violations: Violations,
  nowMs: number | null,
  limits: Limits,
) {
  const views = new Map<string, LightningView>();
  const standings = new Map<string, JudgedPlace['standing']>();
  for (const id of ids) {
    const { view, standing } = judgePlace(id, delays.get(id) ?? {}, violations, nowMs, limits);
    views.set(id, view);
    standings.set(id, standing);
  }
  return { views, standings };
}
