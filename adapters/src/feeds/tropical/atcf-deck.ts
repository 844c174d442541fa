import { HOUR_MS, mphFromKnots, type TropicalPoint, type TropicalTrack } from '@allclear/domain';

/** Forecasts are made every six hours; older ones than this are outdated. */
const CURRENT_FOR_MS = 18 * HOUR_MS;

/**
 * Models that are drawn, by their names in ATCF. Those that end in I or 2 are the same model, interpolated to
 * the present; one of each is enough, the earlier name in its row first.
 */
export const trackModels: readonly { readonly name: string; readonly techniques: readonly string[] }[] = [
  { name: 'GFS', techniques: ['AVNI', 'AVNO'] },
  { name: 'GFS ensemble mean', techniques: ['AEMI', 'AEMN'] },
  { name: 'UK Met Office', techniques: ['EGRI', 'EGRR', 'UKXI', 'UKX'] },
  { name: 'Canadian', techniques: ['CMCI', 'CMC'] },
  { name: 'Navy', techniques: ['NVGI', 'NVGM'] },
  { name: 'HAFS-A', techniques: ['HFAI', 'HFSA'] },
  { name: 'HAFS-B', techniques: ['HFBI', 'HFSB'] },
  { name: 'HWRF', techniques: ['HWFI', 'HWRF'] },
  { name: 'HMON', techniques: ['HMNI', 'HMON'] },
  { name: 'Consensus', techniques: ['TVCN', 'TVCA', 'TVCE'] },
  { name: 'Corrected consensus', techniques: ['HCCA'] },
];

export interface Deck {
  /** The hurricane center's newest forecast. */
  readonly official: TropicalTrack | null;
  readonly models: readonly TropicalTrack[];
  /** The storm's motion, from the newest time of the deck or from the first hours of the forecast; knots. */
  readonly speedKnots: number | null;
  readonly isReadable: boolean;
}

interface Row {
  readonly technique: string;
  readonly issuedAt: number;
  readonly point: TropicalPoint;
  readonly speedKnots: number | null;
}

/**
 * Reads an ATCF a-deck (comma-separated, one line per time, lead and wind radius). Only forecasts issued
 * within 18 hours before `now` count, and of each technique its newest. Naval Research Laboratory, 'ATCF data
 * base formats'.
 */
export function readDeck(text: string, now: number): Deck {
  const rows = new Map<string, Row>();
  let isReadable = false;
  const oldest = hourText(now - CURRENT_FOR_MS);
  for (let from = 0, end = 0; from < text.length; from = end + 1) {
    end = text.indexOf('\n', from);
    if (end < 0) end = text.length;
    // A deck holds a storm's whole life, several megabytes. After the format has been checked, lines that are
    // too old are not parsed.
    if (isReadable && issuedBefore(text, from, oldest)) continue;
    const row = readRow(text.slice(from, end));
    if (!row) continue;
    isReadable = true;
    if (row.issuedAt < now - CURRENT_FOR_MS || row.issuedAt > now + HOUR_MS) continue;
    // One line per wind radius (34, 50, 64 kt): the first line of a time has all needed fields.
    const key = `${row.technique} ${row.issuedAt} ${row.point.leadHours}`;
    if (!rows.has(key)) rows.set(key, row);
  }
  const byTechnique = Map.groupBy(rows.values(), (row) => row.technique);
  const trackOf = (technique: string): TropicalTrack | null => {
    const all = byTechnique.get(technique) ?? [];
    const issuedAt = Math.max(...all.map((row) => row.issuedAt));
    const points = all
      .filter((row) => row.issuedAt === issuedAt && row.point.leadHours >= 0)
      .map(({ point }) => point);
    return points.length === 0
      ? null
      : { technique, issuedAt, points: points.sort((a, b) => a.leadHours - b.leadHours) };
  };
  const official = trackOf('OFCL');
  const models = trackModels.flatMap(({ name, techniques }) => {
    const track = techniques.map(trackOf).find((one) => one !== null && one.points.length > 1);
    return track ? [{ ...track, technique: name }] : [];
  });
  return { official, models, speedKnots: speedOf(byTechnique, official), isReadable };
}

/** '2026092612' */
function hourText(at: number): string {
  return new Date(at).toISOString().slice(0, 13).replaceAll(/[-T]/g, '');
}

/** Whether the line that begins at `from` has, in its third column, an hour before `oldest`. */
function issuedBefore(text: string, from: number, oldest: string): boolean {
  const column = text.indexOf(',', text.indexOf(',', from) + 1) + 1;
  const at = text[column] === ' ' ? column + 1 : column;
  return (
    column > 0 &&
    at - from < 20 &&
    /^\d{10}$/.test(text.slice(at, at + 10)) &&
    text.slice(at, at + 10) < oldest
  );
}

function speedOf(byTechnique: Map<string, Row[]>, official: TropicalTrack | null): number | null {
  const said = ['OFCL', 'CARQ']
    .flatMap((technique) => byTechnique.get(technique) ?? [])
    .filter(({ point, speedKnots }) => speedKnots !== null && point.leadHours >= 0 && point.leadHours <= 3)
    .sort((a, b) => b.issuedAt - a.issuedAt)[0];
  if (said) return said.speedKnots;
  const [first, second] = official?.points ?? [];
  if (!first || !second) return null;
  const east = (second.longitude - first.longitude) * Math.cos((first.latitude * Math.PI) / 180);
  return (Math.hypot(east, second.latitude - first.latitude) * 60) / (second.leadHours - first.leadHours);
}

function readRow(line: string): Row | null {
  const cells = line.split(',').map((cell) => cell.trim());
  const [, , time = '', , technique = '', lead = '', north = '', west = '', wind = '', pressure = ''] = cells;
  const leadHours = Number(lead === '' ? Number.NaN : lead);
  const latitude = tenths(north, 'N', 'S');
  const longitude = tenths(west, 'E', 'W');
  if (
    !/^\d{10}$/.test(time) ||
    technique === '' ||
    !Number.isInteger(leadHours) ||
    latitude === null ||
    longitude === null
  )
    return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  const issuedAt = Date.UTC(
    Number(time.slice(0, 4)),
    Number(time.slice(4, 6)) - 1,
    Number(time.slice(6, 8)),
    Number(time.slice(8, 10)),
  );
  const at = issuedAt + leadHours * HOUR_MS;
  const point = {
    leadHours,
    at,
    latitude,
    longitude,
    maxWindMph: mph(wind),
    gustMph: mph(cells[20]),
    pressureMb: positive(pressure),
  };
  // A position of zeros means none.
  if (latitude === 0 && longitude === 0) return null;
  return { technique, issuedAt, point, speedKnots: positive(cells[26]) };
}

/** '182N' is 18.2. */
function tenths(text: string, plus: string, minus: string): number | null {
  const match = /^(\d{1,4})([NSEW])$/.exec(text);
  if (!match || (match[2] !== plus && match[2] !== minus)) return null;
  return ((match[2] === minus ? -1 : 1) * Number(match[1])) / 10;
}

/** In ATCF a 0 means unknown. */
function positive(text: string | undefined): number | null {
  const value = /^\d+$/.test(text ?? '') ? Number(text) : 0;
  return value > 0 ? value : null;
}

function mph(text: string | undefined): number | null {
  return mphFromKnots(positive(text));
}
