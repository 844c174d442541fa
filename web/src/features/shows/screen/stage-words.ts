import type { PublicShow } from '@allclear/contract';
import { durationText, localText, localTime, shortWeekdayNames } from '@allclear/domain';

export type ShowPlace = PublicShow['places'][number];

/** '3:42 PM' at a place, of another day 'Sat 3:42 PM'. */
export function momentText(at: number, now: number, timeZone: string): string {
  const then = localTime(at, timeZone);
  const isToday = then.dayOfMonth === localTime(now, timeZone).dayOfMonth && Math.abs(now - at) < 86_400_000;
  const text = localText(at, timeZone);
  return isToday ? text : `${shortWeekdayNames[then.day]} ${text}`;
}

/** A text in which no time and no distance breaks over two lines. */
export function unbroken(text: string): string {
  return text.replace(/(\d) (AM|PM|mi|mph|minutes?|seconds?|hours?)\b/g, '$1\u00a0$2');
}

/** '40 seconds', '3 minutes'. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} second${seconds === 1 ? '' : 's'}`;
  return durationText(ms) ?? '--';
}

/** m:ss, as a clock that has no hours: 65:00. */
export function countdownText(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Why a part that was good through an instant is covered; null while it is good. */
export function coverText(goodUntil: string, now: number, timeZone: string): string | null {
  const at = Date.parse(goodUntil);
  if (now <= at) return null;
  return `Too old since ${momentText(at, now, timeZone)} (${ageText(now - at)})`;
}

/** That the weather is not live; null where it is. */
export function weatherNotice(weather: PublicShow['weather']): string | null {
  if (weather === 'live') return null;
  return `${weather === 'replay' ? 'Replayed' : 'Simulated'} weather. Not for safety decisions.`;
}

/** How long people may still have to wait at a place at least. */
export interface PlaceCountdown {
  /** m:ss; null without an end that is known. */
  readonly left: string | null;
  /** In words, beside it. */
  readonly text: string;
}

/**
 * The countdown of a place; null where nothing is known of its end. It runs down from what remained when the show was
 * made, and at 0:00 only the server says what is next.
 *
 * @param madeAt when the show was made, @param now: the product clock, epoch ms
 */
export function placeCountdown(
  { answer, timeZone }: ShowPlace,
  madeAt: number,
  now: number,
): PlaceCountdown | null {
  const { kind, clearAt, observedThrough, isPaused } = answer;
  if (kind === 'clear' || clearAt === null) return null;
  const earliest = momentText(Date.parse(clearAt), now, timeZone);
  if (observedThrough === null) return { left: null, text: `all clear not before ${earliest}` };
  const gone = isPaused ? 0 : now - madeAt;
  const leftMs = Date.parse(clearAt) - Date.parse(observedThrough) - gone;
  const left = countdownText(leftMs);
  if (isPaused) return { left, text: 'paused, no new data' };
  return { left, text: leftMs <= 0 ? 'checking, stay where you are' : `earliest all clear ${earliest}` };
}

/** What is announced to screen readers: it changes only with the state. */
export function announcementOf(
  screen: {
    readonly kind: string;
    readonly placeIds?: readonly string[];
    readonly bannerIds?: readonly string[];
  },
  places: readonly ShowPlace[],
): string {
  const named = (ids: readonly string[] = []) =>
    places
      .filter(({ id }) => ids.includes(id))
      .map(({ name, answer }) => `${name}: ${answer.word}.`)
      .join(' ');
  switch (screen.kind) {
    case 'connecting':
      return 'Connecting';
    case 'ended':
      return 'This show has ended.';
    case 'old':
      return 'There are no current data. Treat these places as if lightning were near.';
    case 'gone':
      return 'The places of this show are gone.';
    case 'unknown':
      return `${named(screen.placeIds)} Treat these places as if lightning were near.`;
    case 'takeover':
      return named(screen.placeIds);
    default:
      return named(screen.bannerIds) || 'The scenes are shown.';
  }
}
