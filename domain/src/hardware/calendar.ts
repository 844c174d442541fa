/** A planned test as an entry of a calendar. */
export interface CalendarEntry {
  /** Of the schedule; with the instant it makes the stable UID. */
  readonly scheduleId: string;
  /** Epoch ms. */
  readonly at: number;
  readonly seconds: number;
  readonly summary: string;
  readonly location: string;
  readonly description: string;
}

/**
 * The entries as iCalendar text (RFC 5545): UTC times, CRLF, lines folded at 75 octets, texts escaped.
 *
 * @param now epoch ms, as the time stamp of every entry
 */
export function calendarOf(entries: readonly CalendarEntry[], name: string, now: number): string {
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Allclear//Scheduled tests//EN', 'CALSCALE:GREGORIAN'],
    ...['METHOD:PUBLISH', `NAME:${escaped(name)}`, `X-WR-CALNAME:${escaped(name)}`],
    ...entries.flatMap((entry) => eventLines(entry, now)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventLines(
  { scheduleId, at, seconds, summary, location, description }: CalendarEntry,
  now: number,
): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${scheduleId}-${utcText(at)}@allclear`,
    `DTSTAMP:${utcText(now)}`,
    `DTSTART:${utcText(at)}`,
    `DTEND:${utcText(at + Math.max(1, Math.ceil(seconds)) * 1_000)}`,
    `SUMMARY:${escaped(summary)}`,
    `LOCATION:${escaped(location)}`,
    `DESCRIPTION:${escaped(description)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** '20260704T180000Z' */
function utcText(at: number): string {
  return new Date(at)
    .toISOString()
    .replace(/\.\d{3}/, '')
    .replaceAll(/[-:]/g, '');
}

function escaped(text: string): string {
  return (
    text
      .replaceAll(/[\\;,]/g, (mark) => `\\${mark}`)
      .replaceAll(/\r\n|\r|\n/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: iCalendar allows no control characters in text
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
  );
}

/** Lines of at most 75 octets of UTF-8; a continuation begins with a blank, which counts. */
function folded(line: string): string {
  let text = '';
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character);
    if (octets + size > 75) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}

function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
