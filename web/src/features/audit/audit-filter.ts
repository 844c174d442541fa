/** What the page shows, as its address says it. Days are those of the reader, 'YYYY-MM-DD'; '' is no limit. */
export interface AuditFilter {
  readonly from: string;
  /** The last day, inclusive. */
  readonly to: string;
  /** The id of a person. */
  readonly by: string;
  /** The subject of an action: 'policy'. */
  readonly subject: string;
  /** The id of a record. */
  readonly record: string;
}

const names = ['from', 'to', 'by', 'subject', 'record'] as const;

export const noFilter: AuditFilter = { from: '', to: '', by: '', subject: '', record: '' };

/** Dates that are none are left out. */
export function readFilter(address: URLSearchParams): AuditFilter {
  const { from, to, ...rest } = Object.fromEntries(
    names.map((name) => [name, address.get(name) ?? '']),
  ) as Record<(typeof names)[number], string>;
  return { ...rest, from: startOfDay(from) ? from : '', to: startOfDay(to) ? to : '' };
}

export function writeFilter(address: URLSearchParams, filter: AuditFilter): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const name of names) {
    if (filter[name] === '') next.delete(name);
    else next.set(name, filter[name]);
  }
  return next;
}

/** The filter as the API takes it. */
export function queryOf({ from, to, by, subject, record }: AuditFilter): Record<string, string> {
  const begin = startOfDay(from);
  const end = startOfDay(to, 1);
  return {
    ...(begin && { from: begin.toISOString() }),
    ...(end && { to: end.toISOString() }),
    ...(by && { userId: by }),
    ...(subject && { subject }),
    ...(record && { recordId: record }),
  };
}

/** The first instant of a day of the reader, or of a later one; null for a text that is no day. */
function startOfDay(day: string, later = 0): Date | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  if (!match) return null;
  const [year, month, date] = match.slice(1).map(Number) as [number, number, number];
  // Of the calendar, not of 24 hours: a day on which clocks change is longer or shorter.
  const start = new Date(year, month - 1, date + later);
  const isDay = new Date(year, month - 1, date).getMonth() === month - 1;
  return isDay ? start : null;
}
