import {
  type NoticeText,
  oneLine,
  shortTextLength,
  standingSentence,
  type WeatherKind,
  weatherMarks,
} from '../notifications/index.ts';
import {
  batteryOf,
  type ContactRecord,
  clockFault,
  clockLimitMs,
  connectionOf,
  healthyVolts,
  silenceLimitMs,
} from './unit-health.ts';

/**
 * What can be wrong with a unit. `offline`: it has not been heard for its limit. `refused`: it refused the last
 * command. `stuck`: an output is on that should be off, or a light is off that should be on.
 */
export const faultKinds = ['offline', 'refused', 'stuck', 'battery', 'clock', 'device'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** One kind of fault in one finding at a unit: why it is there, that it is not, or null when the finding does not say. */
export type FaultFinding = { readonly bad: string } | 'good' | null;
export type FaultFindings = Readonly<Record<FaultKind, FaultFinding>>;

/** How often a kind was seen in a row, good or bad. */
export type FaultCounts = Readonly<
  Partial<Record<FaultKind, { readonly finding: 'good' | 'bad'; readonly times: number }>>
>;

/** Findings in a row until a fault begins and until it ends, so that one that comes and goes is one fault. */
const findings: Readonly<Record<FaultKind, { readonly begins: number; readonly ends: number }>> = {
  // Its limit of time is long already.
  offline: { begins: 1, ends: 2 },
  refused: { begins: 1, ends: 1 },
  // A command that is carried out while the unit is read makes one finding wrong.
  stuck: { begins: 2, ends: 2 },
  battery: { begins: 2, ends: 2 },
  clock: { begins: 2, ends: 2 },
  device: { begins: 2, ends: 2 },
};

export interface FaultStep {
  readonly counts: FaultCounts;
  readonly begins: readonly { readonly kind: FaultKind; readonly text: string }[];
  readonly ends: readonly FaultKind[];
}

/** What one more finding at a unit begins and ends, of the faults that are open. */
export function nextFaults(
  before: FaultCounts,
  open: ReadonlySet<FaultKind>,
  seen: FaultFindings,
): FaultStep {
  const counts: { [Kind in FaultKind]?: { finding: 'good' | 'bad'; times: number } } = { ...before };
  const begins: { kind: FaultKind; text: string }[] = [];
  const ends: FaultKind[] = [];
  for (const kind of faultKinds) {
    const finding = seen[kind];
    if (finding === null) continue;
    const name = finding === 'good' ? 'good' : 'bad';
    const last = before[kind];
    const times = last?.finding === name ? last.times + 1 : 1;
    counts[kind] = { finding: name, times };
    if (finding !== 'good' && !open.has(kind) && times >= findings[kind].begins)
      begins.push({ kind, text: finding.bad });
    if (finding === 'good' && open.has(kind) && times >= findings[kind].ends) ends.push(kind);
  }
  return { counts, begins, ends };
}

/** Volts above the limit of a healthy battery at which a low one counts as healthy again. */
const marginVolts = 0.2;

/** A clock that is a little off comes and goes: within half of the limit it is right again. */
export function clockFinding(offsetMs: number | null): FaultFinding {
  const bad = clockFault(offsetMs);
  if (bad !== null) return { bad };
  return offsetMs !== null && Math.abs(offsetMs) <= clockLimitMs / 2 ? 'good' : null;
}

/** Between healthy and healthy with a margin nothing changes. */
export function batteryFinding(volts: number | null): FaultFinding {
  if (volts === null) return null;
  if (batteryOf(volts) === 'low') return { bad: `Its battery is low: ${volts.toFixed(1)} V.` };
  return volts >= healthyVolts + marginVolts ? 'good' : null;
}

/** The notice of a fault that began or is over. */
export function faultNoticeText(of: {
  readonly unitName: string;
  readonly locationName: string;
  readonly text: string;
  readonly isOver: boolean;
  readonly weather: WeatherKind;
}): NoticeText {
  const { isOver, weather } = of;
  const unit = oneLine(of.unitName);
  const place = oneLine(of.locationName) || 'no location';
  const what = oneLine(of.text).replace(/[.]$/, '');
  const lead = isOver ? 'Hardware fault over' : 'Hardware fault';
  const subject = `${weatherMarks[weather]}${lead}: ${unit}, ${place}`;
  const short = `${subject}. ${what}.`;
  const consequence = isOver
    ? 'This says nothing of the weather.'
    : 'Until it is repaired, do not rely on this unit: people there may not hear a warning.';
  return {
    subject,
    text: [`${subject}.`, `${what}${isOver ? ' (over).' : '.'} ${consequence}`, standingSentence].join(
      '\n\n',
    ),
    short: short.length <= shortTextLength ? short : `${short.slice(0, shortTextLength - 3)}...`,
  };
}

/**
 * Whether a unit that does not answer is a fault. It is when its connection is lost and, since this process first asked
 * it, its limit went by: a server that was away itself has asked nobody.
 *
 * @param speed weather minutes of a real one: where weather is faster than time, units are asked once in many of its
 * minutes
 */
export function silenceFinding(
  record: ContactRecord,
  { askedSince, now, speed, because }: { askedSince: number; now: number; speed: number; because: string },
): FaultFinding {
  const since = Math.max(record.lastContactAt ?? askedSince, askedSince);
  if (now - since < silenceLimitMs(record) * Math.max(1, speed)) return null;
  const connection = connectionOf(record, now);
  return connection === 'lost' || connection === 'never' ? { bad: because } : null;
}
