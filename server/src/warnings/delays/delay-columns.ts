import {
  celsiusFromFahrenheit,
  type DelayEnd,
  MINUTE_MS,
  mmFromInches,
  mpsFromMph,
  offsetMinutes,
  policyTypeOf,
  roundTo,
} from '@allclear/domain';
import type { PolicyDelayRow } from './policy-delays.ts';

/** A column of a report of delays. A cell that is null is empty: there is no such value. */
export interface DelayColumn {
  /** With the unit. */
  readonly header: string;
  readonly cell: (row: PolicyDelayRow) => string | number | null;
}

const ends: Readonly<Record<DelayEnd, string>> = {
  'all-clear': 'All clear',
  'policy-deleted': 'Withdrawn: the policy was deleted',
  'location-moved': 'Withdrawn: the location was moved',
  'location-removed': 'Withdrawn: the location or its policy was removed',
};

const location: DelayColumn = { header: 'Location', cell: ({ place }) => place.name };
const timeZone: DelayColumn = { header: 'Time zone', cell: (row) => row.timeZone };
const time: readonly DelayColumn[] = [
  { header: 'In delay (minutes)', cell: ({ delayMs }) => minutesOf(delayMs) },
  { header: 'Unknown, data lost (minutes)', cell: ({ unknownMs }) => minutesOf(unknownMs) },
];

/** Of the rows of delays. */
export function delayColumns(units: 'us' | 'metric'): readonly DelayColumn[] {
  const ofDelay = (
    header: string,
    cell: (row: Extract<PolicyDelayRow, { kind: 'delay' }>) => string | number | null,
  ): DelayColumn => ({ header, cell: (row) => (row.kind === 'delay' ? cell(row) : null) });
  const instant = (header: string, of: (row: Extract<PolicyDelayRow, { kind: 'delay' }>) => number | null) =>
    ofDelay(`${header} (local time)`, (row) => {
      const at = of(row);
      return at === null ? null : localIso(at, row.timeZone);
    });
  return [
    location,
    ofDelay('Name of the location then', ({ delay }) => delay.placeName),
    ofDelay('Policy type', ({ delay }) => delay.policyType),
    ofDelay('Policy', ({ delay }) => delay.policyName || nameOf(delay.policyType)),
    ofDelay('Threshold then', ({ delay }) => thresholdIn(delay, units).value),
    ofDelay('Unit of the threshold', ({ delay }) => thresholdIn(delay, units).unit),
    instant('First evidence', ({ delay }) => delay.startedAt),
    instant('People notified', ({ delay }) => delay.notifiedAt),
    instant('Ended', ({ delay }) => delay.endedAt),
    ofDelay('End', ({ delay }) => (delay.end === null ? 'Still open: counted until now' : ends[delay.end])),
    ofDelay('Held for lost data (local times)', ({ delay, timeZone }) =>
      delay.held
        .map(
          ({ from, until }) =>
            `${localIso(from, timeZone)}/${until === null ? '' : localIso(until, timeZone)}`,
        )
        .join(' '),
    ),
    ...time,
    timeZone,
  ];
}

const ofSum = (
  header: string,
  cell: (row: Extract<PolicyDelayRow, { kind: 'sum' }>) => string | number | null,
): DelayColumn => ({ header, cell: (row) => (row.kind === 'sum' ? cell(row) : null) });

/** Of the rows of sums. */
export const sumColumns: readonly DelayColumn[] = [
  location,
  ofSum('Policy type', ({ policyType }) => policyType ?? 'All, overlaps once'),
  ofSum('From (local day)', ({ firstDay }) => firstDay),
  ofSum('To (local day)', ({ lastDay }) => lastDay),
  ofSum('Delays', ({ delays }) => delays),
  ofSum('Still open', ({ openDelays }) => openDelays),
  ...time,
  timeZone,
];

/** To a tenth. */
function minutesOf(ms: number): number | null {
  return roundTo(ms / MINUTE_MS, 1);
}

function nameOf(type: string): string {
  return policyTypeOf(type)?.displayName ?? type;
}

function thresholdIn(
  { policyType, threshold }: { policyType: string; threshold: number | null },
  units: string,
) {
  const type = policyTypeOf(policyType);
  const unit = type?.unit ?? '';
  // An alert has no threshold.
  if (threshold === null || unit === '') return { value: null, unit: '' };
  if (units === 'us') return { value: threshold, unit };
  const metric = {
    '°F': ['°C', celsiusFromFahrenheit],
    mph: ['m/s', mpsFromMph],
    in: ['mm', mmFromInches],
  } as const;
  if (unit !== '°F' && unit !== 'mph' && unit !== 'in') return { value: threshold, unit };
  const [name, convert] = metric[unit];
  const value = convert(threshold);
  return { value: value === null ? null : roundTo(value, 1), unit: name };
}

/** '2026-11-01T01:30:00-05:00': with the offset, since the clock shows an hour of autumn twice. */
function localIso(at: number, zone: string): string {
  const offset = offsetMinutes(at, zone);
  const two = (number: number) => String(Math.trunc(Math.abs(number))).padStart(2, '0');
  const shown = new Date(at + offset * MINUTE_MS).toISOString().slice(0, 19);
  return `${shown}${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(offset % 60)}`;
}
