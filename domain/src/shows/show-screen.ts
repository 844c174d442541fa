import type { PlaceAnswerKind } from '../warnings/index.ts';

/** What a show knows of one of its places; `goodUntil` is epoch ms of the product clock. */
export interface ShownPlace {
  readonly id: string;
  readonly kind: PlaceAnswerKind;
  readonly goodUntil: number;
}

/**
 * What the whole screen of a show says.
 *
 * `takeover`: people have to act at these places, or may not go back yet; worst first.
 * `old`: nothing current is known since `since`, epoch ms of the product clock.
 * `unknown`: it is not known of these places whether anything holds them.
 * `gone`: the show has no place any more.
 * `scenes`: the scenes, with a banner for places that are to be ready or have no lightning data.
 */
export type ShowScreen =
  | { readonly kind: 'takeover'; readonly placeIds: readonly string[] }
  | { readonly kind: 'old'; readonly since: number }
  | { readonly kind: 'unknown'; readonly placeIds: readonly string[] }
  | { readonly kind: 'gone' }
  | { readonly kind: 'scenes'; readonly bannerIds: readonly string[] };

/** Worst first. */
const actKinds: readonly PlaceAnswerKind[] = ['delay', 'stop', 'observing'];
const unknownKinds: readonly PlaceAnswerKind[] = ['unknown', 'checking'];
const bannerKinds: readonly PlaceAnswerKind[] = ['ready', 'no-lightning-data'];

/**
 * Which screen a show shows. What is not known is never passed over: old data and unknown places cover the scenes, and
 * a delay takes the screen from everything but old data, which cannot say that it is over.
 *
 * @param now the product clock, epoch ms
 */
export function showScreen(places: readonly ShownPlace[], now: number): ShowScreen {
  if (places.length === 0) return { kind: 'gone' };
  const since = Math.min(...places.map(({ goodUntil }) => goodUntil));
  if (!(now <= since)) return { kind: 'old', since };
  const of = (kinds: readonly PlaceAnswerKind[]) =>
    kinds.flatMap((kind) => places.filter((place) => place.kind === kind)).map(({ id }) => id);
  const placeIds = of(actKinds);
  if (placeIds.length > 0) return { kind: 'takeover', placeIds };
  const unknownIds = of(unknownKinds);
  if (unknownIds.length > 0) return { kind: 'unknown', placeIds: unknownIds };
  return { kind: 'scenes', bannerIds: of(bannerKinds) };
}

/**
 * Which scene is on after so long, and how long it stays, ms. Scenes come one after another, then again from the first;
 * none without scenes.
 */
export function sceneAt(
  scenes: readonly { readonly seconds: number }[],
  elapsedMs: number,
): { readonly index: number; readonly leftMs: number } | null {
  const turnMs = scenes.reduce((sum, { seconds }) => sum + seconds * 1_000, 0);
  if (turnMs <= 0) return null;
  let rest = ((elapsedMs % turnMs) + turnMs) % turnMs;
  for (const [index, { seconds }] of scenes.entries()) {
    if (rest < seconds * 1_000) return { index, leftMs: seconds * 1_000 - rest };
    rest -= seconds * 1_000;
  }
  return { index: 0, leftMs: turnMs };
}
