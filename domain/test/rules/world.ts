/**
 * What happens above a place for two and a half hours, and which of it a satellite feed delivers when. Minutes of the
 * history unless a unit is named.
 */
import { type Random, randomOf } from '../random.ts';

/** Length of a history. */
export const historyMinutes = 150;
/** A file has so many seconds of observation, as those of the GLM have. */
export const fileSeconds = 20;
/** A file on time is there so long after its end. */
const onTimeSeconds = 25;

export const disturbances = ['gap', 'late', 'cold start', 'blind satellite', 'lost data'] as const;
export type Disturbance = (typeof disturbances)[number];

export interface Strike {
  /** Minute at which it happens. */
  readonly at: number;
  /** Miles north of the place. */
  readonly miles: number;
}

export interface FeedFile {
  /** Minutes of the observation. */
  readonly from: number;
  readonly to: number;
  /** Minute of its arrival. */
  readonly receivedAt: number;
  /** What it reports: fewer strikes than there were where the instrument was blind or data were lost. */
  readonly strikes: readonly Strike[];
  /** Detected events; ten times the usual where the sun shines into the instrument. */
  readonly eventCount: number;
  readonly dataLost: boolean;
}

export interface World {
  readonly allClearMinutes: number;
  readonly radiusMiles: number;
  /** What really happens, delivered or not. */
  readonly strikes: readonly Strike[];
  /** In the order of their arrival. */
  readonly files: readonly FeedFile[];
  /** Minutes at which a system starts without a memory of what came before. */
  readonly coldStarts: readonly number[];
  /** When the sun may blind the instrument. */
  readonly sunWindow: Span | null;
  readonly disturbed: ReadonlySet<Disturbance>;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

export function worldOf(seed: number): World {
  const random = randomOf(seed);
  const between = (min: number, max: number) => min + random() * (max - min);
  const strikes = strikesOf(random);
  const spans = new Map<Disturbance, Span>();
  const count = 1 + Math.floor(random() * 2);
  for (let i = 0; i < count; i++) {
    const kind = disturbances[Math.floor(random() * disturbances.length)]!;
    const from = between(10, 120);
    spans.set(kind, { from, to: from + between(3, 50) });
  }
  const blind = spans.get('blind satellite');
  const cold = spans.get('cold start');
  return {
    ...{ strikes, disturbed: new Set(spans.keys()) },
    allClearMinutes: [15, 20, 30][Math.floor(random() * 3)]!,
    radiusMiles: [6, 8, 10][Math.floor(random() * 3)]!,
    files: filesOf(random, strikes, spans),
    coldStarts: cold === undefined ? [] : [cold.from],
    sunWindow: blind === undefined ? null : { from: blind.from - 30, to: blind.to + 30 },
  };
}

/** One to three cells that pass, each with a strike every one to eight minutes. */
function strikesOf(random: Random): Strike[] {
  const strikes: Strike[] = [];
  const cells = 1 + Math.floor(random() * 3);
  for (let cell = 0; cell < cells; cell++) {
    const until = random() * historyMinutes + 40;
    const pause = 1 + random() * 7;
    const nearest = random() * 9;
    for (
      let at = until - 10 - random() * 50;
      at < Math.min(until, historyMinutes);
      at += pause * -Math.log(1 - random())
    )
      if (at >= 0) strikes.push({ at, miles: nearest + random() * 6 });
  }
  return strikes.sort((a, b) => a.at - b.at);
}

function filesOf(
  random: Random,
  strikes: readonly Strike[],
  spans: ReadonlyMap<Disturbance, Span>,
): FeedFile[] {
  const files: FeedFile[] = [];
  const during = (kind: Disturbance, minute: number) => {
    const span = spans.get(kind);
    return span !== undefined && minute >= span.from && minute < span.to;
  };
  for (let i = 0; i < (historyMinutes * 60) / fileSeconds; i++) {
    const from = (i * fileSeconds) / 60;
    const to = ((i + 1) * fileSeconds) / 60;
    if (during('gap', from)) continue;
    const isBlind = during('blind satellite', from);
    const dataLost = during('lost data', from);
    // What queued up during a delay comes at its end, in order.
    const queued = during('late', from) ? spans.get('late')!.to + i / 10_000 : 0;
    files.push({
      ...{ from, to, dataLost },
      receivedAt: Math.max(to + onTimeSeconds / 60, queued),
      strikes: isBlind || dataLost ? [] : strikes.filter(({ at }) => at >= from && at < to),
      eventCount: Math.round((isBlind ? 900 : 90) * (0.9 + 0.2 * random())),
    });
  }
  return files.sort((a, b) => a.receivedAt - b.receivedAt);
}
