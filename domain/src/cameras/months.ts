import { dateText, localDay, localTime } from '../core/index.ts';

/** A calendar month of a time zone: from its first instant up to, not including, that of the next; epoch ms. */
export interface CameraMonth {
  /** 'YYYY-MM'. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** The month of an instant, or one `offset` months before it. */
export function cameraMonth(at: number, timeZone: string, offset = 0): CameraMonth {
  const { year, month } = localTime(at, timeZone);
  const first = dateText(Date.UTC(year, month - 1 - offset));
  const next = dateText(Date.UTC(year, month - offset));
  return {
    name: first.slice(0, 7),
    from: localDay(first, timeZone).from,
    to: localDay(next, timeZone).from,
  };
}
