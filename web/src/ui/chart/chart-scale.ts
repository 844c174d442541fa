import { localTime, offsetMinutes, shortWeekdayNames } from '@allclear/domain';

/** A range with round ticks: `ticks` are evenly spaced from `from` to `to`. */
export interface ValueScale {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
}

interface ValueScaleWish {
  /** The exact number of ticks; the step follows. */
  tickCount?: number | undefined;
  /** The step between ticks; their number follows. */
  tickStep?: number | undefined;
  /** Decimals of the tick labels: no two labels are equal. */
  decimals: number;
  /** The least range, in the unit of the values: a difference of tenths must not fill the chart. */
  minSpan?: number | undefined;
}

/**
 * Round ticks around values (any unit). The scale contains every finite value, and stays at or above zero
 * when they all do. Without any value it runs from 0 by one step. A `tickStep` is kept; else the step is 1,
 * 2, 2.5 or 5 times a power of ten, the smallest with which `tickCount` ticks (4 by default) cover all
 * values and `minSpan`; values closer together than that are in the middle.
 */
export function valueScale(
  values: readonly number[],
  { tickCount = 4, tickStep, decimals, minSpan = 0 }: ValueScaleWish,
): ValueScale {
  const finite = values.filter(Number.isFinite);
  const lowest = finite.length > 0 ? Math.min(...finite) : 0;
  const highest = finite.length > 0 ? Math.max(...finite) : 0;
  if (tickStep !== undefined && tickStep > 0) {
    const from = Math.floor(lowest / tickStep + slack) * tickStep;
    const count = Math.max(1, Math.ceil((highest - from) / tickStep - slack));
    return marks(from, tickStep, count);
  }
  const steps = Math.max(1, Math.round(tickCount) - 1);
  for (const step of roundSteps(Math.max(Math.max(highest - lowest, minSpan) / steps, 10 ** -decimals))) {
    const least = Math.floor(lowest / step + slack) * step;
    const middle = Math.round((lowest + highest) / 2 / step - steps / 2) * step;
    const from =
      highest - lowest < minSpan ? Math.min(least, lowest >= 0 ? Math.max(0, middle) : middle) : least;
    const found = [from, least].find((one) => one + steps * step >= highest - slack * step);
    if (found !== undefined) return marks(found, step, steps);
  }
  return marks(lowest, 1, steps);
}

/** The scale between two ends as they are given, with round ticks between them: at most `tickCount` and one. */
export function scaleBetween(from: number, to: number, tickCount = 4): ValueScale {
  if (!(to > from)) return { from, to: from + 1, ticks: [from] };
  for (const step of roundSteps((to - from) / Math.max(1, tickCount))) {
    const first = Math.ceil(from / step - slack);
    const count = Math.floor(to / step + slack) - first;
    if (count < 1) break;
    return { from, to, ticks: marks(first * step, step, count).ticks };
  }
  return { from, to, ticks: [from, to] };
}

/**
 * Whether a limit belongs on the scale of values: no farther from them than their range, or than `minSpan`. One
 * that is farther away would flatten the line, or give an axis from 0 to 150 °F in winter.
 */
export function isWithinReach(limit: number, values: readonly number[], minSpan: number): boolean {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) return true;
  const [lowest, highest] = [Math.min(...finite), Math.max(...finite)];
  const reach = Math.max(highest - lowest, minSpan);
  return limit >= lowest - reach && limit <= highest + reach;
}

/** The tolerance for binary fractions, in steps. */
const slack = 1e-9;

function marks(from: number, step: number, count: number): ValueScale {
  const ticks = Array.from({ length: count + 1 }, (_, index) =>
    Number((from + index * step).toPrecision(12)),
  );
  return { from: ticks[0] ?? 0, to: ticks.at(-1) ?? 0, ticks };
}

/**
 * Round steps from a size on, ascending; 2.5 only where it is a whole number, so that labels need no extra
 * decimals.
 */
function* roundSteps(atLeast: number): Generator<number> {
  const power = Math.floor(Math.log10(atLeast)) - 1;
  for (let exponent = power; exponent < power + 6; exponent++) {
    for (const digit of [1, 2, 2.5, 5]) {
      if (digit === 2.5 && exponent < 1) continue;
      const step = Number(`${digit}e${exponent}`);
      if (step >= atLeast * (1 - slack)) yield step;
    }
  }
}

const minuteMs = 60_000;

/**
 * The first and the last instant (epoch ms) of an axis: those given, else those of the rows, in order. An axis of
 * one instant has it in the middle of an hour.
 */
export function spanOf(
  rows: readonly { readonly atMs: number }[],
  fromMs?: number,
  toMs?: number,
): [number, number] {
  const startMs = fromMs ?? rows[0]?.atMs ?? 0;
  const endMs = toMs ?? rows.at(-1)?.atMs ?? startMs;
  return endMs > startMs ? [startMs, endMs] : [startMs - 30 * minuteMs, startMs + 30 * minuteMs];
}

const dayMinutes = 24 * 60;
const stepMinutes = [
  5,
  15,
  30,
  60,
  120,
  180,
  360,
  720,
  dayMinutes,
  2 * dayMinutes,
  7 * dayMinutes,
  14 * dayMinutes,
  28 * dayMinutes,
];

export interface TimeTick {
  readonly atMs: number;
  /** '3 PM', '3:30 PM', 'Sat' for a midnight among hours, 'Jun 6' among days. */
  readonly label: string;
}

/**
 * Round local times between two instants (epoch ms), with an upper limit of `most`: hours that divide the
 * day, or local midnights. A clock change between them moves the later ticks, and a skipped time has no tick.
 */
export function timeTicks(fromMs: number, toMs: number, timeZone: string, maximum: number): TimeTick[] {
  if (!(toMs > fromMs) || maximum < 1) return [];
  for (const step of stepMinutes) {
    if ((toMs - fromMs) / (step * minuteMs) > maximum + 1) continue;
    const ticks = ticksBy(step, fromMs, toMs, timeZone);
    if (ticks.length <= maximum)
      return ticks.map((atMs) => ({ atMs, label: timeLabel(atMs, timeZone, step, toMs - fromMs) }));
  }
  return [{ atMs: fromMs, label: dayLabel(fromMs, timeZone) }];
}

function ticksBy(step: number, fromMs: number, toMs: number, timeZone: string): number[] {
  const found: number[] = [];
  const wallFrom = fromMs / minuteMs + offsetMinutes(fromMs, timeZone);
  for (let wall = Math.ceil(wallFrom / step) * step; ; wall += step) {
    const atMs = instantOf(wall, timeZone);
    if (atMs > toMs) return found;
    // A time that the clock skips has no tick.
    if (atMs >= fromMs && atMs / minuteMs + offsetMinutes(atMs, timeZone) === wall) found.push(atMs);
  }
}

/**
 * The instant at which a place's clock shows `wall` minutes since the epoch; a near one if the clock skips
 * that time.
 */
function instantOf(wall: number, timeZone: string): number {
  const guess = wall * minuteMs - offsetMinutes(wall * minuteMs, timeZone) * minuteMs;
  return wall * minuteMs - offsetMinutes(guess, timeZone) * minuteMs;
}

function timeLabel(atMs: number, timeZone: string, step: number, spanMs: number): string {
  if (step >= dayMinutes) return dayLabel(atMs, timeZone);
  const { minutes, day } = localTime(atMs, timeZone);
  if (minutes === 0 && spanMs > dayMinutes * minuteMs) return shortWeekdayNames[day] ?? '';
  const hour = Math.floor(minutes / 60);
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`;
  return `${hour % 12 || 12}${rest} ${hour < 12 ? 'AM' : 'PM'}`;
}

function dayLabel(atMs: number, timeZone: string): string {
  const { month, dayOfMonth } = localTime(atMs, timeZone);
  return `${months[month - 1]} ${dayOfMonth}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
