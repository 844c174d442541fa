import type { ThunderReport } from '@allclear/contract';
import { span, timeOfDay } from '../../clock/time-text.ts';
import type { QueuedThunder } from '../../session/queued-thunder.ts';

/** When a report was pressed, by the clock of this device: '3:12 PM'. */
export function deviceTime({ pressedAtMs, timeZone }: QueuedThunder): string {
  return timeOfDay(new Date(pressedAtMs).toISOString(), timeZone);
}

/** Sent later than this it is said, s. */
const lateSeconds = 60;

/** What a report in the list says of itself, a part each. */
export function reportParts(report: ThunderReport, timeZone: string): string[] {
  const { distanceMiles, presses, ageSeconds, reportedBy } = report;
  return [
    reportedBy ?? 'a person who was erased',
    distanceMiles === null ? 'distance not known' : `about ${Number(distanceMiles.toFixed(1))} mi away`,
    ...(presses > 1 ? [`pressed ${presses} times`] : []),
    ...(ageSeconds === null ? ['the clock of the phone was changed'] : []),
    ...(ageSeconds !== null && ageSeconds >= lateSeconds
      ? [`sent ${span(ageSeconds, 'short')} later, at ${timeOfDay(report.receivedUtc, timeZone)}`]
      : []),
  ];
}

/** What became of a report. */
export function stateText(report: ThunderReport, timeZone: string): string {
  switch (report.state) {
    case 'counts':
      return 'Counts';
    case 'recorded':
      return 'Recorded only: it came too late to count';
    case 'taken-back': {
      const { takenBackBy, takenBackUtc, takeBackReason } = report;
      const when = takenBackUtc === null ? '' : ` at ${timeOfDay(takenBackUtc, timeZone)}`;
      const why = takeBackReason === '' ? '' : `: ${takeBackReason}`;
      return `Taken back${takenBackBy === null ? '' : ` by ${takenBackBy}`}${when}${why}`;
    }
  }
}
