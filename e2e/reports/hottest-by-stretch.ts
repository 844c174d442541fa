import type { RawReport } from '@allclear/server/test/record/raw-reports.ts';

/** The highest temperature (°F) of each stretch with reports, by its beginning (epoch ms). */
export function hottestByStretch(reports: readonly RawReport[], stretchMs: number): Map<number, number> {
  const hottest = new Map<number, number>();
  for (const { at, temperatureC } of reports) {
    if (temperatureC === null) continue;
    const from = at - (at % stretchMs);
    const fahrenheit = (temperatureC * 9) / 5 + 32;
    hottest.set(from, Math.max(fahrenheit, hottest.get(from) ?? Number.NEGATIVE_INFINITY));
  }
  return hottest;
}

/** How far the cell of a file is from a value; 0 where neither is there, infinite where one of them lacks. */
export function shownDifference(cell: string, value: number | undefined): number {
  if (cell === '' || value === undefined)
    return cell === '' && value === undefined ? 0 : Number.POSITIVE_INFINITY;
  return Math.abs(Number(cell) - value);
}
