import { type RollCallCount, rollCallTotalsText } from '../roll-call/index.ts';
import { type TimelineEntry, timelineEntry } from './timeline-entry.ts';

/** A warning of a policy, as it is stored. */
export interface TimelineWarning {
  readonly policyName: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly endReason: string | null;
  /** Stretches without data. */
  readonly holds: readonly { readonly from: number; readonly until: number | null }[];
}

const endTexts: Readonly<Record<string, string>> = {
  'all-clear': 'What it waits for was observed.',
  'policy-deleted': 'Withdrawn without an all clear: the policy was deleted.',
  'location-moved': 'Withdrawn without an all clear: the place was moved.',
  'location-removed': 'Withdrawn without an all clear: the place or its policy was removed.',
  'report-taken-back': 'Withdrawn without an all clear: the thunder report was taken back.',
  'not-observed': 'Withdrawn without an all clear: nothing is observed there.',
};

export function warningEntries({
  policyName,
  startedAt,
  endedAt,
  endReason,
  holds,
}: TimelineWarning): TimelineEntry[] {
  const started = timelineEntry('warning', startedAt, `Warning of ${policyName} began`, {
    ...(endedAt === null ? { isOpen: true } : { until: endedAt }),
  });
  const held = holds.map(({ from, until }) =>
    timelineEntry('warning', from, `Warning of ${policyName} held: its data are lost`, {
      ...(until === null ? { isOpen: endedAt === null } : { until }),
    }),
  );
  if (endedAt === null) return [started, ...held];
  const detail = endTexts[endReason ?? ''] ?? 'Ended without an all clear.';
  return [started, ...held, timelineEntry('warning', endedAt, `Warning of ${policyName} ended`, { detail })];
}

/** What was written to people, with what became of it. */
export interface TimelineNotice {
  readonly at: number;
  readonly subject: string;
  readonly short: string;
  readonly people: number;
  /** By what became of them. */
  readonly deliveries: { readonly accepted: number; readonly failed: number; readonly waiting: number };
}

/** A message that a provider accepted says nothing of whether somebody read it. */
function deliveryText({ people, deliveries: { accepted, failed, waiting } }: TimelineNotice): string {
  const parts = [`${accepted} accepted`, `${failed} failed`, ...(waiting > 0 ? [`${waiting} waiting`] : [])];
  return `For ${people} ${people === 1 ? 'person' : 'people'}; messages: ${parts.join(', ')}.`;
}

export function noticeEntry(notice: TimelineNotice): TimelineEntry {
  const detail = `${notice.short} ${deliveryText(notice)}`.trim();
  return timelineEntry('notice', notice.at, `Notice: ${notice.subject}`, { detail });
}

export interface TimelineMassMessage extends TimelineNotice {
  readonly isDrill: boolean;
  readonly sender: string | null;
}

export function massMessageEntry(message: TimelineMassMessage): TimelineEntry {
  const lead = message.isDrill ? 'Drill: mass message' : 'Mass message';
  return timelineEntry('message', message.at, `${lead}: ${message.subject}`, {
    ...{ detail: deliveryText(message), actor: message.sender },
  });
}

/** A report of thunder, as it is stored. */
export interface TimelineReport {
  readonly thunderAt: number;
  readonly receivedAt: number;
  readonly distanceMiles: number | null;
  readonly presses: number;
  /** It was too old to count when it came. */
  readonly recordedOnly: boolean;
  readonly reporter: string | null;
  readonly takenBackAt: number | null;
  readonly takenBackBy: string | null;
  readonly takeBackReason: string;
}

export function reportEntries(report: TimelineReport): TimelineEntry[] {
  const distance = report.distanceMiles === null ? '' : `, about ${report.distanceMiles.toFixed(1)} mi away`;
  const details = [
    ...(report.presses > 1 ? [`Pressed ${report.presses} times.`] : []),
    ...(report.recordedOnly ? ['Too old to count when it came: only recorded.'] : []),
  ];
  const reported = timelineEntry('thunder', report.thunderAt, `Thunder reported${distance}`, {
    ...{ detail: details.join(' '), actor: report.reporter },
  });
  if (report.takenBackAt === null) return [reported];
  const detail = report.takeBackReason === '' ? '' : `Reason: ${report.takeBackReason}`;
  return [
    reported,
    timelineEntry('thunder', report.takenBackAt, 'Thunder report taken back', {
      ...{ detail, actor: report.takenBackBy },
    }),
  ];
}

/** A place that an admin kept closed. */
export interface TimelineClosure {
  readonly reason: string;
  readonly closedAt: number;
  readonly closedBy: string | null;
  readonly untilAt: number | null;
  readonly openedAt: number | null;
  readonly openedBy: string | null;
}

export function closureEntries(closure: TimelineClosure, now: number): TimelineEntry[] {
  const ranOut = closure.untilAt !== null && closure.untilAt <= now ? closure.untilAt : null;
  const endedAt = closure.openedAt ?? ranOut;
  const closed = timelineEntry('closure', closure.closedAt, `Place closed: ${closure.reason}`, {
    ...(endedAt === null ? { isOpen: true } : { until: endedAt }),
    actor: closure.closedBy,
  });
  if (endedAt === null) return [closed];
  const byPerson = closure.openedAt !== null && closure.openedAt !== closure.untilAt;
  const ended = byPerson ? 'Closure ended by a person' : 'Closure ended: its time was over';
  return [
    closed,
    timelineEntry('closure', endedAt, ended, {
      ...{ detail: 'What else holds the place went on.', actor: closure.openedBy },
    }),
  ];
}

/** A roll-call of the place. */
export interface TimelineRollCall {
  readonly isDrill: boolean;
  readonly startedAt: number;
  readonly startedBy: string | null;
  readonly endedAt: number | null;
  /** Null: it ended by itself, or is open. */
  readonly endedBy: string | null;
  readonly count: RollCallCount;
}

/** Its totals, without names. It says nothing of the place. */
export function rollCallEntries(call: TimelineRollCall): TimelineEntry[] {
  const { isDrill, startedAt, startedBy, endedAt, endedBy, count } = call;
  const what = isDrill ? 'Drill: roll-call' : 'Roll-call';
  const totals = rollCallTotalsText(count);
  const started = timelineEntry('roll-call', startedAt, `${what} started`, {
    ...(endedAt === null ? { isOpen: true, detail: totals } : { until: endedAt }),
    actor: startedBy,
  });
  if (endedAt === null) return [started];
  const ended = endedBy === null ? `${what} ended: its time was over` : `${what} ended`;
  return [started, timelineEntry('roll-call', endedAt, ended, { detail: totals, actor: endedBy })];
}

/** What a unit at the place was asked to do. */
export interface TimelineCommand {
  readonly at: number;
  readonly unitName: string;
  readonly action: string;
  readonly cause: string;
  readonly state: string;
  readonly detail: string;
  readonly actor: string | null;
}

export function commandEntry(command: TimelineCommand): TimelineEntry {
  const result = command.detail === '' ? `${command.state}.` : `${command.state}: ${command.detail}`;
  return timelineEntry('siren', command.at, `${command.unitName}: ${command.action}`, {
    ...{ detail: `${command.cause} Result: ${result}`.trim(), actor: command.actor },
  });
}

/** What supervision found wrong with a unit at the place. */
export function faultEntries(fault: {
  readonly unitName: string;
  readonly text: string;
  readonly beganAt: number;
  readonly endedAt: number | null;
}): TimelineEntry[] {
  const began = timelineEntry('siren', fault.beganAt, `${fault.unitName}: fault`, {
    ...(fault.endedAt === null ? { isOpen: true } : { until: fault.endedAt }),
    detail: fault.text,
  });
  return fault.endedAt === null
    ? [began]
    : [began, timelineEntry('siren', fault.endedAt, `${fault.unitName}: fault over`, { detail: fault.text })];
}
