import type { DataOf, tryPolicy } from '@allclear/contract';
import { durationText } from '@allclear/domain';

export type BacktestLocation = DataOf<typeof tryPolicy>['locations'][number];
type BacktestEvent = BacktestLocation['events'][number];

const hourMs = 3_600_000;

/** The periods of the past that can be tried, each ending now. */
export const pasts = [
  { value: 'day', label: '24 hours', ms: 24 * hourMs },
  { value: 'week', label: '7 days', ms: 7 * 24 * hourMs },
  { value: 'month', label: '31 days', ms: 31 * 24 * hourMs },
] as const;
export type Past = (typeof pasts)[number]['value'];

export const eventText: Record<BacktestEvent['event'], string> = {
  started: 'Warning started',
  reminder: 'Reminder',
  held: 'Held: weather data stopped',
  resumed: 'Weather data back',
  'all-clear': 'All clear',
};

/** A segment of the bar, as shares (0–1) of the whole period. */
export interface Stretch {
  kind: 'warning' | 'held';
  from: number;
  to: number;
}

/**
 * When a warning was active, and when it was held because data were missing; one that is still active at the
 * end runs to the end.
 */
export function stretchesOf(events: readonly BacktestEvent[], fromMs: number, toMs: number): Stretch[] {
  const part = (ms: number) => Math.min(1, Math.max(0, (ms - fromMs) / (toMs - fromMs)));
  const stretches: Stretch[] = [];
  let open: { kind: Stretch['kind']; from: number } | null = null;
  const turn = (ms: number, kind: Stretch['kind'] | null) => {
    if (open && part(ms) > open.from) stretches.push({ ...open, to: part(ms) });
    open = kind && { kind, from: part(ms) };
  };
  for (const { event, at } of events) {
    if (event === 'reminder') continue;
    turn(Date.parse(at), event === 'all-clear' ? null : event === 'held' ? 'held' : 'warning');
  }
  turn(toMs, null);
  return stretches;
}

/** '3 warnings, people stopped for 2 hours.' */
export function outcomeText({
  warnings,
  stoppedMinutes,
}: Pick<BacktestLocation, 'warnings' | 'stoppedMinutes'>): string {
  if (warnings === 0 && stoppedMinutes === 0) return 'No warning';
  return `${warnings} warning${warnings === 1 ? '' : 's'}, people stopped for ${durationText(stoppedMinutes * 60_000)}`;
}

/**
 * The share of the time with weather data; never 'all' while some are missing, never 'none' while there are
 * some.
 */
export function observedText(share: number): string {
  if (share <= 0) return 'No weather is stored for this time';
  const percent = share >= 1 ? 100 : Math.min(99, Math.max(1, Math.round(share * 100)));
  return `Weather was observed for ${percent}% of the time`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** An instant in the place's local time: 'Jun 6, 3:42 PM CDT'. */
export function momentText(iso: string, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    const parts = {
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    } as const;
    format = new Intl.DateTimeFormat('en-US', { ...parts, timeZone });
    formats.set(timeZone, format);
  }
  return format.format(Date.parse(iso));
}

/** The places with the longest stops first. */
export function worstFirst(locations: readonly BacktestLocation[]): BacktestLocation[] {
  return [...locations].sort(
    (a, b) => b.stoppedMinutes - a.stoppedMinutes || b.warnings - a.warnings || a.name.localeCompare(b.name),
  );
}
