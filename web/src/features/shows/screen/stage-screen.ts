import type { PublicShow } from '@allclear/contract';
import { type ShowScreen, showScreen } from '@allclear/domain';

/** Without anything of the server for so long nothing is known of the places, real ms. */
export const noAnswerLimitMs = 30_000;
/** Between two ticks of a page that is awake, real ms. */
export const sleptAfterMs = 10_000;
/** After a sleep something that was made this long ago may still wait to be read, real ms. */
const newerThanMs = 15_000;

/** What a screen has received of its show. Instants are of the server's wall clock, epoch ms. */
export interface FollowedShow {
  readonly received: { readonly show: PublicShow; readonly atMs: number } | null;
  /** Since when the link is over; null while it opens the show. */
  readonly endedAtMs: number | null;
  /** The page slept, and nothing has come since that was made afterwards. */
  readonly hasSlept: boolean;
}

export const nothingReceived: FollowedShow = { received: null, endedAtMs: null, hasSlept: false };

/** `connecting` and `ended` stand before everything that a show says. */
export type StageScreen = ShowScreen | { readonly kind: 'connecting' } | { readonly kind: 'ended' };

/**
 * A show that was right at `atMs` has come. What was made before that which is shown is passed over while that is good.
 *
 * @param wallMs the server's wall clock
 */
export function withShow(
  before: FollowedShow,
  received: { readonly show: PublicShow; readonly atMs: number },
  wallMs: number,
): FollowedShow {
  const shown = before.received;
  // An answer that was on its way when the link ended says nothing of it.
  if (before.endedAtMs !== null && Date.parse(received.show.wallNow) < before.endedAtMs) return before;
  const isLate =
    shown !== null &&
    Date.parse(received.show.wallNow) < Date.parse(shown.show.wallNow) &&
    wallMs - shown.atMs <= noAnswerLimitMs;
  if (isLate) return before;
  const isOfBefore = before.hasSlept && wallMs - received.atMs > newerThanMs;
  return { received, endedAtMs: null, hasSlept: isOfBefore };
}

/** @param wallMs the server's wall clock; null where it is not known, so that any show is newer */
export function withEnd(before: FollowedShow, wallMs: number | null): FollowedShow {
  return { ...before, received: null, endedAtMs: before.endedAtMs ?? wallMs ?? 0 };
}

export function withSleep(before: FollowedShow): FollowedShow {
  return { ...before, hasSlept: true };
}

/** The product clock, epoch ms: never before the show was made. */
export function productMs(
  { now, wallNow, speed }: Pick<PublicShow, 'now' | 'wallNow' | 'speed'>,
  wallMs: number,
): number {
  return Date.parse(now) + Math.max(0, wallMs - Date.parse(wallNow)) * Math.max(0, speed);
}

/** The server's wall clock when the product clock is at `now`, epoch ms: what `productMs` reckons, the other way. */
export function wallMsOf(
  { now, wallNow, speed }: Pick<PublicShow, 'now' | 'wallNow' | 'speed'>,
  productNow: number,
): number {
  return speed > 0 ? Date.parse(wallNow) + (productNow - Date.parse(now)) / speed : Date.parse(wallNow);
}

/**
 * What a screen that follows a show says.
 *
 * @param wallMs the server's wall clock; null before the first answer
 */
export function followedScreen(
  { received, endedAtMs, hasSlept }: FollowedShow,
  wallMs: number | null,
): StageScreen {
  if (endedAtMs !== null) return { kind: 'ended' };
  if (received === null || wallMs === null) return { kind: 'connecting' };
  const { show, atMs } = received;
  if (wallMs - atMs <= noAnswerLimitMs && !hasSlept) return screenOfShow(show, productMs(show, wallMs));
  const goodUntil = show.places.map(({ answer }) => Date.parse(answer.goodUntil));
  return { kind: 'old', since: Math.min(productMs(show, atMs), ...goodUntil) };
}

/** @param now the product clock, epoch ms */
export function screenOfShow({ places }: Pick<PublicShow, 'places'>, now: number): ShowScreen {
  return showScreen(
    places.map(({ id, answer }) => ({ id, kind: answer.kind, goodUntil: Date.parse(answer.goodUntil) })),
    now,
  );
}
