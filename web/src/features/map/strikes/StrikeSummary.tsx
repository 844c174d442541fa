import { timeOfDay } from '../../../clock/time-text.ts';
import type { ShownStrikes } from '../use-map-data.ts';

interface StrikeSummaryProps {
  strikes: ShownStrikes;
  /** Whether an empty view is reliable. */
  isFiniteReading: boolean;
  timeZone: string;
}

/** The strikes on the map in words, for screen readers. */
export function StrikeSummary({ strikes, isFiniteReading, timeZone }: StrikeSummaryProps) {
  const { count, newestSeconds } = totalOf(strikes);
  if (count === 0 && !isFiniteReading) return null;
  const time = new Date(newestSeconds * 1_000).toISOString();
  return (
    <p className="visually-hidden">
      {count === 0
        ? 'Lightning on the map: no strikes in the last 30 minutes.'
        : `Lightning on the map: ${count.toLocaleString('en-US')} ${count === 1 ? 'strike' : 'strikes'} in the last 30 minutes, the newest at ${timeOfDay(time, timeZone, true)}.`}
    </p>
  );
}

function totalOf(strikes: ShownStrikes): { count: number; newestSeconds: number } {
  if (strikes.kind === 'points')
    return { count: strikes.strikes.points.length, newestSeconds: strikes.strikes.points.at(-1)?.at ?? 0 };
  const marks = strikes.strikes.features.map(({ properties }) => ({
    count: Number(properties.Count ?? 1),
    age: Number(properties.Age),
  }));
  const youngest = marks.reduce((least, { age }) => Math.min(least, age), Number.POSITIVE_INFINITY);
  return {
    count: marks.reduce((sum, { count }) => sum + count, 0),
    newestSeconds: marks.length === 0 ? 0 : strikes.answeredAtMs / 1_000 - youngest,
  };
}
