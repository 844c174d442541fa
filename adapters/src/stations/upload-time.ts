/** A device's clock may be this far ahead of ours and still count as right. */
const futureMs = 5 * 60_000;
/** Devices upload older reports later; a report older than this comes from a clock that was never set. */
const oldestMs = 30 * 24 * 3_600_000;

export type UploadTime =
  | { readonly kind: 'at'; readonly at: number }
  | { readonly kind: 'bad'; readonly problem: string };

/**
 * Reads `dateutc`: 'now', 'YYYY-MM-DD HH:MM:SS' in UTC, also with a plus or a T between and without leading
 * zeros ('2016-4-19 4:42:35'), and also with the blank still encoded; or epoch milliseconds. A missing time
 * is now. A time slightly ahead is now; one further in the future or long ago is invalid.
 *
 * @param now epoch ms
 */
export function readUploadTime(given: string | null, now: number): UploadTime {
  if (given === null || given.toLowerCase() === 'now') return { kind: 'at', at: now };
  const text = given.replaceAll(/%20|\+/g, ' ').replaceAll(/%3a/gi, ':');
  if (/^\d{13}$/.test(text)) return placed(Number(text), now);
  const parts = /^(\d{4})-(\d{1,2})-(\d{1,2})[ T]+(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d+)?Z?$/
    .exec(text)
    ?.slice(1)
    .map(Number);
  if (!parts) return { kind: 'bad', problem: 'The time of the report cannot be read.' };
  const [year, month, day, hour, minute, second] = parts as [number, number, number, number, number, number];
  const at = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(at);
  if (
    date.getUTCMonth() !== month - 1 ||
    date.getUTCDate() !== day ||
    hour > 23 ||
    minute > 59 ||
    second > 60
  ) {
    return { kind: 'bad', problem: 'The time of the report is not in the calendar.' };
  }
  return placed(at, now);
}

function placed(at: number, now: number): UploadTime {
  if (at > now + futureMs)
    return {
      kind: 'bad',
      problem: 'The time of the report lies in the future: the clock of the station is wrong.',
    };
  if (at < now - oldestMs)
    return {
      kind: 'bad',
      problem: 'The time of the report lies more than 30 days back: the clock of the station is wrong.',
    };
  return { kind: 'at', at: Math.min(at, now) };
}
