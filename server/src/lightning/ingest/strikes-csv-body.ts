import { maxPushedStrikes, type PushedStrike } from '@allclear/contract';
import { invalid } from '../../platform/http/errors.ts';

const required = ['time_utc', 'lat', 'lon'] as const;

/**
 * Reads `time_utc,lat,lon[,amplitude_ka,type,key]` in any order; other columns are ignored and cells are not
 * quoted. Times are ISO 8601, UTC unless they name a zone. Values are checked by the contract, as for JSON;
 * here a line without the required columns is refused.
 */
export function readStrikesCsv(text: string): PushedStrike[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const names = (lines[0] ?? '').split(',').map((name) => name.trim().toLowerCase());
  for (const name of required)
    if (!names.includes(name))
      throw invalid({ Strikes: [`The first line must name ${required.join(', ')}`] });
  if (lines.length > maxPushedStrikes + 2)
    throw invalid({ Strikes: [`At most ${maxPushedStrikes} strikes at once`] });
  return lines.slice(1).flatMap((line) => (line.trim() === '' ? [] : [strikeOf(names, line.split(','))]));
}

function strikeOf(names: readonly string[], cells: readonly string[]): PushedStrike {
  const cell = (name: string): string => cells[names.indexOf(name)]?.trim() ?? '';
  const number = (name: string): number => (cell(name) === '' ? Number.NaN : Number(cell(name)));
  const optional = (name: string): number | null => (cell(name) === '' ? null : Number(cell(name)));
  return {
    timeUtc: isoTime(cell('time_utc')),
    latitude: number('lat'),
    longitude: number('lon'),
    amplitudeKa: optional('amplitude_ka'),
    type: optional('type'),
    key: cell('key') === '' ? null : cell('key'),
  };
}

/** '2026-06-06 20:00:01.5' in the contract's form: with a T and, where no zone is given, a Z. */
function isoTime(text: string): string {
  const joined = text.replace(' ', 'T');
  return /([zZ]|[+-]\d\d:?\d\d)$/.test(joined) ? joined : `${joined}Z`;
}
