import { localInstants, localTime } from '@allclear/domain';

/** When the message expires; null never. */
export interface Expiry {
  /** Date and time at the place, as a field of the browser has them: '2026-11-24T15:30'; '' until both are chosen. */
  readonly local: string;
  /**
   * The instant as it was saved, until the field is changed: in the hour that occurs twice in autumn the local time
   * alone would not say which.
   */
  readonly savedUtc: string | null;
}

const two = (number: number) => String(number).padStart(2, '0');

/** A saved instant for the form. */
export function expiryOf(utc: string | null, timeZone: string): Expiry | null {
  if (utc === null) return null;
  const { year, month, dayOfMonth, minutes } = localTime(Date.parse(utc), timeZone);
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(dayOfMonth)}`;
  return { local: `${date}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`, savedUtc: utc };
}

/**
 * The instant of an expiry, ISO 8601; null until it is chosen. Of a time that occurs twice in autumn the later one,
 * so that the message is not gone an hour early; a time that spring leaves out is the instant of the jump.
 */
export function expiryInstant({ local, savedUtc }: Expiry, timeZone: string): string | null {
  if (savedUtc !== null) return savedUtc;
  const [, date, hours, minutes] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/.exec(local) ?? [];
  const day = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(day)) return null;
  const { last } = localInstants(day, Number(hours) * 60 + Number(minutes), timeZone);
  return new Date(last).toISOString();
}
