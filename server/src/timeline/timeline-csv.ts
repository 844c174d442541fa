import { MINUTE_MS, offsetMinutes, type TimelineEntry, timelineKindTexts } from '@allclear/domain';
import { csvLine, csvStart } from '../platform/csv/write-csv.ts';
import { isoTime } from '../platform/http/iso-time.ts';

const columns = ['Time', 'Until', 'Time zone', 'Kind', 'What', 'Detail', 'By', 'Time (UTC)'];

/** The entries as CSV, with times of the place. */
export function timelineCsv(entries: readonly TimelineEntry[], timeZone: string): string {
  return `${csvStart}${csvLine(columns)}${entries.map((entry) => csvLine(cellsOf(entry, timeZone))).join('')}`;
}

function cellsOf({ at, until, isOpen, kind, text, detail, actor }: TimelineEntry, zone: string): string[] {
  const end = isOpen ? 'lasts' : until === null ? '' : localIso(until, zone);
  return [localIso(at, zone), end, zone, timelineKindTexts[kind], text, detail, actor ?? '', isoTime(at)];
}

/** '2026-11-01T01:30:00-05:00': with the offset, since the clock shows an hour of autumn twice. */
function localIso(at: number, zone: string): string {
  const offset = offsetMinutes(at, zone);
  const two = (number: number) => String(Math.trunc(Math.abs(number))).padStart(2, '0');
  const shown = new Date(at + offset * MINUTE_MS).toISOString().slice(0, 19);
  return `${shown}${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(offset % 60)}`;
}
