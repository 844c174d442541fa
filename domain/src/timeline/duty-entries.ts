import {
  type Duty,
  type DutyKind,
  dutyChangesBetween,
  dutyKinds,
  dutyKindTexts,
  onDutyAt,
} from '../locations/index.ts';
import { type TimelineEntry, timelineEntry } from './timeline-entry.ts';

/** The duties of a place from an instant until the next version. */
export interface TimelineDuties {
  readonly from: number;
  readonly duties: Readonly<Record<DutyKind, Duty>>;
}

interface DutyRecord {
  /** In the order of time; none while nobody ever had a duty at the place. */
  readonly versions: readonly TimelineDuties[];
  readonly warnings: readonly {
    readonly policyName: string;
    readonly startedAt: number;
    readonly endedAt: number | null;
  }[];
  readonly nameOf: (userId: string) => string;
  readonly timeZone: string;
  readonly now: number;
}

/**
 * Who was on duty when the warnings of an event began, and each change of it until all of them had ended: warnings that
 * overlap are one event. People stand as the duties were set; whether somebody was active then is not stored.
 */
export function dutyEntries({ versions, warnings, nameOf, timeZone, now }: DutyRecord): TimelineEntry[] {
  const holdersAt = (at: number): Holders | null => {
    const version = versions.findLast(({ from }) => from <= at);
    if (!version) return null;
    const holder = (kind: DutyKind) => onDutyAt(version.duties[kind], () => true, timeZone, at);
    return { watcher: holder('watcher'), 'decision-maker': holder('decision-maker') };
  };
  const nameText = (userId: string | null) => (userId === null ? 'nobody' : nameOf(userId));
  return eventsOf(warnings, now).flatMap(({ policyName, from, to }) => {
    const began = holdersAt(from);
    const entries = began
      ? [
          timelineEntry('duty', from, `On duty as the warning of ${policyName} began`, {
            detail: dutyKinds.map((kind) => `${dutyKindTexts[kind]}: ${nameText(began[kind])}.`).join(' '),
          }),
        ]
      : [];
    let before = began;
    for (const at of changesOf(versions, timeZone, from, to)) {
      const after = holdersAt(at);
      for (const kind of dutyKinds)
        if (after && (before?.[kind] ?? null) !== after[kind])
          entries.push(
            timelineEntry('duty', at, `${dutyKindTexts[kind]} from now on: ${nameText(after[kind])}`, {
              detail: `Before: ${nameText(before?.[kind] ?? null)}.`,
            }),
          );
      before = after;
    }
    return entries;
  });
}

type Holders = Readonly<Record<DutyKind, string | null>>;

/** Warnings that overlap are one event, called by the first. */
function eventsOf(warnings: DutyRecord['warnings'], now: number) {
  const events: { policyName: string; from: number; to: number }[] = [];
  for (const { policyName, startedAt, endedAt } of [...warnings].sort((a, b) => a.startedAt - b.startedAt)) {
    const to = endedAt ?? now;
    const last = events.at(-1);
    if (last && startedAt <= last.to) last.to = Math.max(last.to, to);
    else events.push({ policyName, from: startedAt, to });
  }
  return events;
}

/** When who is on duty may change within a span, its start excluded. */
function changesOf(
  versions: readonly TimelineDuties[],
  timeZone: string,
  from: number,
  to: number,
): number[] {
  const byClock = versions.flatMap(({ duties }) =>
    dutyKinds.flatMap((kind) => dutyChangesBetween(duties[kind], timeZone, from, to)),
  );
  const all = new Set([...versions.map((version) => version.from), ...byClock]);
  return [...all].filter((at) => at > from && at <= to).sort((a, b) => a - b);
}
