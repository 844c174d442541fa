import { HOUR_MS, localTime } from '../core/index.ts';
import { localDate } from '../forecasts/index.ts';
import type { Practice } from '../locations/index.ts';
import type { HourState } from './today.ts';

/** What the words need of a lane. */
export interface OutlookLane {
  readonly label: string;
  readonly isLightning: boolean;
  /** Whether forecasts contain its measure. */
  readonly isForecast: boolean;
  /** Whether a warning of it is open now. */
  readonly inEffect: boolean;
  readonly hours: readonly { readonly at: number; readonly state: HourState }[];
}

interface OutlookContext {
  readonly now: number;
  readonly timeZone: string;
  /** What holds the place now, in words ('lightning delay in effect'); null when nothing is known to. */
  readonly held: string | null;
  /** Nothing calming may be said: something holds the place, or the answer for it is old. */
  readonly isHeld: boolean;
}

/**
 * A practice against the forecast as a sentence without its end: 'WBGT forecast to stop it 1–6 PM; forecast open
 * from 7 PM'. 'Open' is said only of hours in which every forecast lane is open, and never while something holds
 * the place. A forecast says nothing of lightning but that it is possible.
 */
export function practiceOutlook(
  practice: Pick<Practice, 'from' | 'to'>,
  lanes: readonly OutlookLane[],
  { now, timeZone, held, isHeld }: OutlookContext,
): string {
  const forecast = lanes.filter(({ isForecast }) => isForecast);
  const clauses: string[] = [];
  if (held !== null && practice.from <= now) clauses.push(`${held} now`);
  const stops = lanes.flatMap((lane) => stretchesOf(lane, 'stops', practice));
  for (const { lane, from, to } of stops)
    clauses.push(
      lane.inEffect && from <= now
        ? `${lane.label} stops it now${lane.isForecast ? `, forecast ${spanText(lane, from, to, timeZone)}` : ''}`
        : `${lane.label} forecast to stop it ${spanText(lane, from, to, timeZone)}`,
    );
  const others: readonly [HourState, (lane: OutlookLane) => string][] = [
    ['possible', () => 'thunderstorms possible'],
    ['near', ({ label }) => `${label} forecast near its limit`],
    ['unknown', ({ label }) => `no forecast of ${label}`],
  ];
  for (const [state, words] of others)
    for (const { lane, from, to } of forecast.flatMap((one) => stretchesOf(one, state, practice)))
      clauses.push(`${words(lane)} ${spanText(lane, from, to, timeZone)}`);
  const end = windowEnd(lanes);
  if (practice.to > end) clauses.push(`no hours are shown after ${hourText(end, timeZone)}`);
  if (clauses.length === 0) clauses.push(nothingReached(forecast));
  const openFrom =
    isHeld || stops.length === 0 ? null : firstOpen(forecast, Math.max(...stops.map(({ to }) => to)));
  if (openFrom !== null) clauses.push(`forecast open from ${hourText(openFrom, timeZone)}`);
  return clauses.join('; ');
}

/** Lightning is no limit that a forecast could keep. */
function nothingReached(forecast: readonly OutlookLane[]): string {
  return forecast.some(({ isLightning }) => !isLightning)
    ? 'no limit forecast to be reached'
    : 'no policy here has a forecast';
}

interface Stretch {
  readonly lane: OutlookLane;
  readonly from: number;
  readonly to: number;
}

/** The stretches of a state that touch a practice, each with its whole length. */
function stretchesOf(
  lane: OutlookLane,
  state: HourState,
  { from, to }: Pick<Practice, 'from' | 'to'>,
): Stretch[] {
  const found: { lane: OutlookLane; from: number; to: number }[] = [];
  for (const hour of lane.hours) {
    if (hour.state !== state) continue;
    const last = found.at(-1);
    if (last?.to === hour.at) last.to = hour.at + HOUR_MS;
    else found.push({ lane, from: hour.at, to: hour.at + HOUR_MS });
  }
  return found.filter((stretch) => stretch.from < to && stretch.to > from);
}

function windowEnd(lanes: readonly OutlookLane[]): number {
  return Math.max(...lanes.map(({ hours }) => (hours.at(-1)?.at ?? Number.NEGATIVE_INFINITY) + HOUR_MS));
}

/** The first hour from an instant on in which no forecast lane says anything but open; null: none is shown. */
function firstOpen(lanes: readonly OutlookLane[], from: number): number | null {
  const isOpen = (at: number) =>
    lanes.every(({ hours }) => {
      const state = hours.find((hour) => hour.at === at)?.state;
      return state === 'open' || state === 'unforecast';
    });
  return lanes[0]?.hours.find(({ at }) => at >= from && isOpen(at))?.at ?? null;
}

/** '1–6 PM', 'until 6 PM' from the present hour on, 'from 4 PM on' to the last hour that is shown. */
function spanText({ hours }: OutlookLane, from: number, to: number, timeZone: string): string {
  const isFirst = from <= (hours[0]?.at ?? 0);
  const isLast = to > (hours.at(-1)?.at ?? 0);
  if (isFirst && isLast) return 'in all hours shown';
  if (isFirst) return `until ${hourText(to, timeZone)}`;
  if (isLast) return `from ${hourText(from, timeZone)} on`;
  return hourSpanText(from, to, timeZone);
}

/** '6 PM', '6:30 PM'. */
export function hourText(at: number, timeZone: string): string {
  const { minutes } = localTime(at, timeZone);
  const hour = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return `${hour % 12 || 12}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** '4–6 PM', '11 AM–1 PM'. */
export function hourSpanText(from: number, to: number, timeZone: string): string {
  const start = hourText(from, timeZone);
  const end = hourText(to, timeZone);
  const half = (text: string) => text.slice(-2);
  return half(start) === half(end) && to - from < 12 * HOUR_MS
    ? `${start.slice(0, -3)}–${end}`
    : `${start}–${end}`;
}

/** 'Football 4–6 PM', on another day than today 'Football tomorrow 9–11 AM'. */
export function practiceText({ name, from, to }: Practice, now: number, timeZone: string): string {
  const isLater = localDate(from, timeZone) > localDate(now, timeZone);
  return `${name} ${isLater ? 'tomorrow ' : ''}${hourSpanText(from, to, timeZone)}`;
}
