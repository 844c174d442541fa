import type { LightningTape } from '@allclear/contract';
import { ApiFailure, sentenceOf } from '../../../api/failure.ts';
import { lightningKeys } from '../../../api/query-keys/lightning.ts';
import { type QueryState, trustOf, useQueryState } from '../../../api/query-state.ts';
import { routes } from '../../../api/routes.ts';

/** What the card has of the tape: `covered` when it is too old, refused or malformed. */
export type ShownTape =
  | { readonly kind: 'asking' }
  | { readonly kind: 'covered' }
  | { readonly kind: 'known'; readonly tape: LightningTape };

/** The tape of a place, renewed by its lightning; see `lightningKeys.tape`. */
export function useTape(
  locationId: string,
  speed: number,
  enabled: boolean,
): QueryState<LightningTape> | undefined {
  return useQueryState({
    queryKey: lightningKeys.tape.of(locationId),
    load: async (api, signal) =>
      tapeOf(await api.call(routes.getLightningTape, { params: { id: locationId }, signal })),
    polled: 'lightningTape',
    speed,
    enabled,
  });
}

export function shownTape(
  state: QueryState<LightningTape> | undefined,
  nowMs: number | null,
  speed: number,
): ShownTape {
  const trust = trustOf(state, nowMs, speed, 'lightningTape');
  if (trust === 'asking') return { kind: 'asking' };
  const tape = state?.value ?? null;
  return trust === 'unknown' || tape === null ? { kind: 'covered' } : { kind: 'known', tape };
}

const isInstant = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const isInstantOrNull = (value: unknown): boolean => value === null || isInstant(value);
const isNumbers = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'number' && Number.isFinite(one));

/** The answer, validated by hand as the delay is: a malformed one is refused and never drawn as quiet. */
export function tapeOf(answer: unknown): LightningTape {
  const tape = answer as Partial<LightningTape> | null | undefined;
  const isSound =
    isInstant(tape?.now) &&
    isInstantOrNull(tape?.observedThrough) &&
    isInstantOrNull(tape?.confirmedThrough) &&
    isInstantOrNull(tape?.quietCountsFrom) &&
    Array.isArray(tape?.unseen) &&
    [...tape.unseen, ...(tape.pendingGap == null ? [] : [tape.pendingGap])].every(
      (gap) => isInstant(gap?.from) && isInstant(gap?.to),
    ) &&
    Array.isArray(tape.zones) &&
    tape.zones.every((zone) => typeof zone?.range === 'string' && isNumbers(zone.strikesAt)) &&
    [tape.strikes?.at, tape.strikes?.distanceMiles, tape.strikes?.bearingDegrees].every(isNumbers);
  if (!isSound) throw new ApiFailure({ status: 200, code: 'malformed', message: sentenceOf('malformed') });
  return tape as LightningTape;
}
