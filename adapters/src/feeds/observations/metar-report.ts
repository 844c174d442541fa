import { mmFromInches, mpsFromKnots } from '@allclear/domain';
import { thunderFromReport, weatherInWords } from './metar-weather.ts';
import type { StationReport } from './port.ts';

/** Cloud fraction of the cover codes, the middle of their range of eighths. OVX: the sky is obscured. */
const COVER: Readonly<Record<string, number>> = {
  SKC: 0,
  CLR: 0,
  NSC: 0,
  NCD: 0,
  CAVOK: 0,
  FEW: 1.5 / 8,
  SCT: 3.5 / 8,
  BKN: 6 / 8,
  OVC: 1,
  OVX: 1,
  VV: 1,
};

/**
 * One row of aviationweather.gov's METAR JSON. Null when it lacks a station, a place or a time. Since
 * September 2025 nulls are left out.
 */
export function parseMetarRow(row: unknown): StationReport | null {
  if (typeof row !== 'object' || row === null) return null;
  const field = row as Record<string, unknown>;
  const stationId = text(field.icaoId);
  const [latitude, longitude, observedS] = [number(field.lat), number(field.lon), number(field.obsTime)];
  if (!stationId || latitude === null || longitude === null || observedS === null) return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || observedS < 1e9 || observedS > 1e10)
    return null;
  const wxString = text(field.wxString);
  const raw = text(field.rawOb) ?? '';
  const visibility = readVisibility(field.visib);
  const windKnots = within(number(field.wspd), 0, 250);
  const windGustKnots = within(number(field.wgst), 0, 300);
  return {
    stationId,
    stationName: text(field.name) ?? stationId,
    latitude,
    longitude,
    elevationM: number(field.elev),
    observedAt: observedS * 1000,
    temperatureC: within(number(field.temp), -90, 65),
    dewPointC: within(number(field.dewp), -100, 45),
    windMps: mpsFromKnots(windKnots),
    windGustMps: mpsFromKnots(windGustKnots),
    windDirection: readDirection(field.wdir, windKnots),
    altimeterHpa: within(number(field.altim), 800, 1100),
    visibilityMiles: visibility?.miles ?? null,
    visibilityAtLeast: visibility?.atLeast ?? false,
    precipitationLastHourMm: mmFromInches(within(number(field.precip), 0, 20)),
    cloudCover: readCover(field.cover, field.clouds),
    weatherText: weatherInWords(wxString),
    thunder: thunderFromReport(wxString, raw),
    raw,
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() ? value.trim() : null;
}

function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A value that no station can have measured is an error and becomes null. */
function within(value: number | null, low: number, high: number): number | null {
  return value !== null && value >= low && value <= high ? value : null;
}

/** Calm wind has no direction, though the report contains 0. */
function readDirection(value: unknown, windKnots: number | null): StationReport['windDirection'] {
  if (value === 'VRB') return 'variable';
  const degrees = within(number(value), 0, 360);
  return degrees === 0 && (windKnots ?? 0) === 0 ? null : degrees;
}

/** Statute miles as a number, '10+' (at least) or ''. */
function readVisibility(value: unknown): { miles: number; atLeast: boolean } | null {
  const [, digits, plus] =
    /^(\d+(?:\.\d+)?)(\+?)$/.exec(typeof value === 'number' ? String(value) : (text(value) ?? '')) ?? [];
  return digits === undefined ? null : { miles: Number(digits), atLeast: plus === '+' };
}

function readCover(cover: unknown, clouds: unknown): number | null {
  const total = COVER[text(cover) ?? ''];
  if (total !== undefined) return total;
  const layers = (Array.isArray(clouds) ? clouds : []).flatMap(
    (layer: { cover?: unknown } | null) => COVER[text(layer?.cover) ?? ''] ?? [],
  );
  return layers.length > 0 ? Math.max(...layers) : null;
}
