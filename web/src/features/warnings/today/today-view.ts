import type { Today } from '@allclear/contract';
import {
  amountText,
  exceededText,
  HOUR_MS,
  type HourState,
  hourText,
  measureKind,
  type Practice,
  practiceOutlook,
  practiceText,
} from '@allclear/domain';

/** What the lightning zones say now, beside the forecast. */
export type LightningNow = 'delay' | 'observing' | 'unknown' | 'none' | 'checking' | 'quiet';

/** What is known about the place besides the forecast. */
export interface TodayContext {
  readonly nowMs: number | null;
  readonly lightning: LightningNow;
  /** The earliest end of a delay, or of what is still to be observed, epoch ms. */
  readonly lightningUntil: number | null;
  /** What holds the place now, in words. */
  readonly held: string | null;
  /** Nothing calming may be said. */
  readonly isHeld: boolean;
  /** The most hours that are shown. */
  readonly maxHours: number;
}

/** Percent of the width of the hours that are shown. */
interface Stretch {
  readonly left: number;
  readonly width: number;
}

export interface Segment extends Stretch {
  readonly key: number;
  readonly state: HourState;
}

export interface LaneView {
  readonly label: string;
  readonly threatType: number;
  /** Under the label: the threshold, or what lightning is now. */
  readonly note: string;
  readonly noteState: 'danger' | 'observing' | 'plain';
  readonly segments: readonly Segment[];
  /** Of the lightning lane: the delay, or what is still to be observed. */
  readonly hold: (Stretch & { readonly state: LightningNow }) | null;
  /** For the table: a cell for each hour. */
  readonly cells: readonly string[];
}

export interface PracticeView extends Stretch {
  readonly key: string;
  readonly name: string;
  /** The line of its name above the lanes, from 0. */
  readonly row: number;
  /** Names near the right edge end with their practice. */
  readonly isAtEnd: boolean;
}

export interface TodayView {
  readonly hours: readonly { readonly at: number; readonly left: number; readonly label: string }[];
  readonly lanes: readonly LaneView[];
  readonly practices: readonly PracticeView[];
  readonly practiceRows: number;
  /** Every practice in a sentence, also those beyond the hours that are shown. */
  readonly outlooks: readonly { readonly key: string; readonly what: string; readonly text: string }[];
  /** Percent of the width; null while the time is not known. */
  readonly now: number | null;
}

/** While something holds the place no hour is called open. */
export const stateWord = (state: HourState, isMuted: boolean) =>
  state === 'open' && isMuted ? 'not reached' : words[state];

const words: Readonly<Record<HourState, string>> = {
  open: 'open',
  near: 'near limit',
  stops: 'stops',
  possible: 'possible',
  unforecast: 'not forecast',
  unknown: 'no forecast',
};

/** The ribbon of a place: lanes and practices over the coming hours. */
export function todayView(today: Today, context: TodayContext): TodayView {
  const { timeZone } = today;
  const { nowMs, held, isHeld, maxHours } = context;
  const starts = (today.lanes[0]?.hours ?? []).map(({ startTime }) => Date.parse(startTime));
  // An hour that has passed since the answer is not shown.
  const first = Math.max(
    0,
    starts.findIndex((at) => nowMs === null || at + HOUR_MS > nowMs),
  );
  const shown = starts.slice(first, first + maxHours);
  const from = shown[0] ?? 0;
  const lengthMs = Math.max(1, shown.length) * HOUR_MS;
  const percent = (ms: number) => Math.min(100, Math.max(0, (ms / lengthMs) * 100));
  const stretch = (start: number, end: number): Stretch => {
    const left = percent(start - from);
    return { left, width: percent(end - from) - left };
  };
  const practices = today.practices.map(({ id, name, startTime, endTime }) => ({
    ...{ id, name, from: Date.parse(startTime), to: Date.parse(endTime) },
  }));
  const outlookLanes = today.lanes.map((lane) => ({
    label: lane.label,
    isLightning: measureKind(lane.policyTypeShortName) === 'lightning',
    isForecast: lane.isForecast,
    inEffect: lane.inEffectSince !== null,
    hours: lane.hours.slice(first).map(({ startTime, state }) => ({ at: Date.parse(startTime), state })),
  }));
  const now = nowMs ?? Date.parse(today.now);
  const end = from + lengthMs;
  const placed = placedPractices(practices, from, end, stretch);
  return {
    hours: hourMarks(shown, timeZone, (at) => percent(at - from)),
    lanes: today.lanes.map((lane) => laneView(lane, { first, shown, timeZone, stretch, context })),
    practices: placed,
    practiceRows: Math.max(0, ...placed.map(({ row }) => row + 1)),
    outlooks: practices
      .filter(({ to }) => to > now)
      .map((practice) => ({
        key: `${practice.id} ${practice.from}`,
        what: practiceText(practice, now, timeZone),
        text: `${practiceOutlook(practice, outlookLanes, { now, timeZone, held, isHeld })}.`,
      })),
    now: nowMs === null ? null : percent(nowMs - from),
  };
}

/** The times that there is room for: fewer where fewer hours are shown, because those are narrow. */
function hourMarks(shown: readonly number[], timeZone: string, leftOf: (at: number) => number) {
  const step = Math.ceil(shown.length / (shown.length < 12 ? 3 : 8));
  return shown.map((at, index) => ({
    at,
    left: leftOf(at),
    label: index % step === 0 ? hourText(at, timeZone) : '',
  }));
}

type Lane = Today['lanes'][number];

interface LaneFrame {
  readonly first: number;
  readonly shown: readonly number[];
  readonly timeZone: string;
  readonly stretch: (start: number, end: number) => Stretch;
  readonly context: TodayContext;
}

function laneView(lane: Lane, { first, shown, timeZone, stretch, context }: LaneFrame): LaneView {
  const hours = lane.hours.slice(first, first + shown.length);
  const isLightning = measureKind(lane.policyTypeShortName) === 'lightning';
  const segments: { state: HourState; from: number; to: number }[] = [];
  const heldUntil = isLightning ? holdEnd(context, shown) : null;
  for (const { startTime, state } of hours) {
    const at = Date.parse(startTime);
    const from = Math.max(at, heldUntil ?? at);
    const last = segments.at(-1);
    if (from >= at + HOUR_MS) continue;
    if (last?.state === state) last.to = at + HOUR_MS;
    else segments.push({ state, from, to: at + HOUR_MS });
  }
  return {
    label: lane.label,
    threatType: lane.threatType,
    ...(isLightning ? lightningNote(context, timeZone) : limitNote(lane)),
    segments: segments.map(({ state, from, to }) => ({ key: from, state, ...stretch(from, to) })),
    hold: heldUntil === null ? null : { state: context.lightning, ...stretch(shown[0] ?? 0, heldUntil) },
    cells: hours.map(({ state, value }) => {
      const amount = amountText(value, lane);
      const word = stateWord(state, context.isHeld);
      return amount === null ? word : `${word}, ${amount}`;
    }),
  };
}

function limitNote(lane: Lane): Pick<LaneView, 'note' | 'noteState'> {
  if (lane.inEffectSince !== null) return { note: 'warning in effect', noteState: 'danger' };
  const { threshold } = lane;
  if (threshold === null || !lane.isForecast) return { note: 'not in forecasts', noteState: 'plain' };
  return {
    note: exceededText({ ...lane, threshold }).replace(/^at or (above|below) /, limitSign),
    noteState: 'plain',
  };
}

const limitSign = (_: string, side: string) => (side === 'above' ? '≥ ' : '≤ ');

function lightningNote(
  { lightning, lightningUntil, nowMs }: TodayContext,
  timeZone: string,
): Pick<LaneView, 'note' | 'noteState'> {
  // A countdown that is paused has no end.
  const isRunning = lightningUntil !== null && nowMs !== null && lightningUntil > nowMs;
  const until = isRunning ? `, earliest ${hourText(lightningUntil, timeZone)}` : '';
  switch (lightning) {
    case 'delay':
      return { note: `delay${until || ' now'}`, noteState: 'danger' };
    case 'observing':
      return { note: `observing${until}`, noteState: 'observing' };
    case 'unknown':
      return { note: 'unknown now', noteState: 'plain' };
    case 'none':
      return { note: 'no lightning data', noteState: 'plain' };
    case 'checking':
      return { note: 'checking', noteState: 'plain' };
    case 'quiet':
      return { note: 'thunderstorm forecast', noteState: 'plain' };
  }
}

/** The end of the lightning that holds the place, as far as it is known: at least a quarter of an hour from now. */
function holdEnd(
  { lightning, lightningUntil, nowMs }: TodayContext,
  shown: readonly number[],
): number | null {
  const [start] = shown;
  if (start === undefined || lightning === 'quiet' || lightning === 'checking') return null;
  if (lightning === 'none') return start + shown.length * HOUR_MS;
  return Math.max(lightningUntil ?? 0, (nowMs ?? start) + HOUR_MS / 4);
}

/** A name takes the room of about three hours; names that would touch are on different lines. */
const nameMs = 3.5 * HOUR_MS;

function placedPractices(
  practices: readonly Practice[],
  from: number,
  end: number,
  stretch: LaneFrame['stretch'],
): PracticeView[] {
  const rowEnds: number[] = [];
  return practices
    .filter((practice) => practice.from < end && practice.to > from)
    .map((practice) => {
      const start = Math.max(practice.from, from);
      const isAtEnd = start + nameMs > end;
      const nameFrom = isAtEnd ? Math.min(practice.to, end) - nameMs : start;
      const nameTo = isAtEnd ? Math.min(practice.to, end) : Math.max(practice.to, start + nameMs);
      const free = rowEnds.findIndex((taken) => taken <= Math.min(nameFrom, start));
      const row = free === -1 ? rowEnds.length : free;
      rowEnds[row] = nameTo;
      return {
        key: `${practice.id} ${practice.from}`,
        name: practice.name,
        row,
        isAtEnd,
        ...stretch(practice.from, practice.to),
      };
    });
}
