import type { Camera, ConsumedMinutes } from '@allclear/contract';

/** '10h', '1h 15m', '0h 0m' of whole minutes; `always` names the minutes of whole hours too. */
function hoursText(minutes: number, always: boolean): string {
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)}h${rest > 0 || always ? ` ${rest}m` : ''}`;
}

/** 'You have used Xh Ym of Zh this month.' */
export function usedText(consumed: number, allowed: number): string {
  return `You have used ${hoursText(consumed, true)} of ${hoursText(allowed, false)} this month.`;
}

/** Used and allowed time of a month that may be over. */
export function monthText(consumed: number, allowed: number | null): string {
  const used = hoursText(consumed, true);
  return allowed === null ? `${used} used` : `${used} used of ${hoursText(allowed, false)} allowed`;
}

/** 'July 1, 12:00 AM CDT': an instant in the organization's zone. */
export function instantText(iso: string, timeZone: string): string {
  return new Date(iso).toLocaleString('en-US', {
    ...{ timeZone, month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  });
}

export function newMonthText({ nextMonthUtc, timeZone }: ConsumedMinutes): string {
  return `The live camera time of this month is used up. It begins anew on ${instantText(nextMonthUtc, timeZone)}.`;
}

/** '45 s', '3 min 5 s', '1 h 2 min 5 s'. */
export function secondsText(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const named = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return named.length === 0 ? '0 s' : named.join(' ');
}

/** Minutes to one decimal, for the charts: '0.5', '12'. */
export const minutesOf = (seconds: number): number => Math.round(seconds / 6) / 10;

/** The current month and those before it, by the month after it in the organization's zone. */
export function monthChoices(nextMonthUtc: string, timeZone: string): { value: string; label: string }[] {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric' })
    .formatToParts(new Date(nextMonthUtc))
    .map(({ type, value }) => [type, Number(value)] as const);
  const { year = 0, month = 0 } = Object.fromEntries(parts) as { year?: number; month?: number };
  return Array.from({ length: shownMonths }, (_, offset) => ({
    value: String(offset),
    label: new Date(Date.UTC(year, month - 2 - offset, 15)).toLocaleString('en-US', {
      ...{ timeZone: 'UTC', month: 'long', year: 'numeric' },
    }),
  }));
}

/** The current month and the five before it (spec 3 section 9). */
export const shownMonths = 6;

export const kindTexts: Readonly<Record<Camera['kind'], string>> = {
  mjpeg: 'MJPEG: a stream of pictures',
  jpeg: 'JPEG: an address of single pictures',
  hls: 'HLS: a playlist (.m3u8)',
  rtsp: 'RTSP: a stream of an IP camera',
  simulated: 'Simulated: made-up pictures, to try things out',
};

/** How a simulated camera sends its pictures, by its address. */
export const protocolTexts = {
  '': 'None: its pictures alone',
  jpeg: 'JPEG: single pictures',
  mjpeg: 'MJPEG: a stream of pictures',
  hls: 'HLS: a playlist, by ffmpeg',
  rtsp: 'RTSP: a stream, by ffmpeg',
} as const;
export type SimulatedProtocol = keyof typeof protocolTexts;

/** 'Stadium · MJPEG'. */
export function cameraLine({ kind, organizationLocationName: place }: Camera): string {
  const name = kind === 'simulated' ? 'Simulated' : kind.toUpperCase();
  return place === null ? name : `${place} · ${name}`;
}
