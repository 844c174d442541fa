/**
 * VTEC, the machine-readable line of weather-service products (NWS Directive 10-1703):
 * `/O.NEW.KOAX.TO.W.0038.240426T2159Z-240426T2300Z/`.
 */
export interface Vtec {
  /** O operational, T test, E experimental, X experimental in an operational product. */
  readonly productClass: 'O' | 'T' | 'E' | 'X';
  /** NEW CON EXT EXA EXB UPG CAN EXP COR ROU */
  readonly action: string;
  /** 'KOAX' */
  readonly office: string;
  /** 'TO' tornado, 'SV' severe thunderstorm, … */
  readonly phenomenon: string;
  /** 'W' warning, 'A' watch, 'Y' advisory, 'S' statement, … */
  readonly significance: string;
  /** Number of the event of this kind at this office, from 1 each year. */
  readonly eventNumber: number;
  /** Epoch ms; null when the event has begun already. */
  readonly beginsAt: number | null;
  /** Epoch ms; null until further notice. */
  readonly endsAt: number | null;
  /** 'KOAX.TO.W.0038': the same in every message of an event. An office uses it again in another year. */
  readonly eventId: string;
  /**
   * The same with the year in which the event begins (or, in a message without a begin, ends):
   * 'KOAX.TO.W.0038.2024'.
   */
  readonly key: string;
}

const shape =
  /^\/?([OTEX])\.([A-Z]{3})\.([A-Z0-9]{4})\.([A-Z]{2})\.([A-Z])\.(\d{4})\.(\d{6}T\d{4}Z)-(\d{6}T\d{4}Z)\/?$/;

/** Reads one VTEC line; null for anything else (the second, hydrologic line of flood products among it). */
export function parseVtec(text: string): Vtec | null {
  const match = shape.exec(text.trim());
  if (!match) return null;
  const [, productClass, action = '', office = '', phenomenon = '', significance = '', number, begin, end] =
    match;
  const beginsAt = instantOf(begin ?? '');
  const endsAt = instantOf(end ?? '');
  if (beginsAt === undefined || endsAt === undefined) return null;
  const eventId = `${office}.${phenomenon}.${significance}.${number}`;
  const dated = beginsAt ?? endsAt;
  return {
    productClass: productClass as Vtec['productClass'],
    action,
    office,
    phenomenon,
    significance,
    eventNumber: Number(number),
    beginsAt,
    endsAt,
    eventId,
    key: dated === null ? eventId : `${eventId}.${new Date(dated).getUTCFullYear()}`,
  };
}

/** '240426T2159Z' as epoch ms, null for '000000T0000Z', undefined for anything else. */
function instantOf(text: string): number | null | undefined {
  if (text === '000000T0000Z') return null;
  const iso = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}T${text.slice(7, 9)}:${text.slice(9, 11)}:00.000Z`;
  const at = Date.parse(iso);
  // Date.parse reads 30 February as 1 March.
  return Number.isFinite(at) && new Date(at).toISOString() === iso ? at : undefined;
}
