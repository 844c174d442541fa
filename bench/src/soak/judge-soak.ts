import type { Sample } from '../load/samples.store.ts';

/** By how much the second half of a soak may grow, from its begin to its end, along the line that fits it best. */
const bounds = { residentShare: 0.1, handles: 20, databaseConnections: 5 };
/** So much faster may the database grow in the second half than in the first, and so many MB an hour of real time in any case. */
const fasterGrowth = 1.5;
const freeMegabytesPerHour = 30;
/** Samples of the first minutes: code is compiled and memories are filled. */
const warmShare = 0.2;
const fewestSamples = 10;

/** What lines of the log may say in a soak, which has no fault. */
const plannedLines: readonly RegExp[] = [/ExperimentalWarning/, /--trace-warnings/];

/** Growth along the line of least squares through `of`, from the first of the samples to the last. */
export function growth(samples: readonly Sample[], of: (one: Sample) => number | null): number | null {
  const points = samples.flatMap((one) => {
    const value = of(one);
    return value === null ? [] : [[one.seconds, value] as const];
  });
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return null;
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const spread = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  if (spread === 0) return null;
  const slope = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread;
  return slope * (last[0] - first[0]);
}

export interface SoakGrowth {
  readonly residentMegabytes: number | null;
  readonly handles: number | null;
  readonly databaseConnections: number | null;
  readonly databaseMegabytesPerHour: { readonly first: number; readonly second: number };
}

/** What grew in the second half; null when there were too few samples to tell. */
export function growthOf(samples: readonly Sample[]): SoakGrowth | null {
  const warm = samples.slice(Math.ceil(samples.length * warmShare));
  if (warm.length < fewestSamples) return null;
  const middle = Math.floor(warm.length / 2);
  const [first, second] = [warm.slice(0, middle), warm.slice(middle)];
  const perHour = (half: readonly Sample[]) => {
    const seconds = (half.at(-1)?.seconds ?? 0) - (half[0]?.seconds ?? 0);
    return ((growth(half, ({ databaseMegabytes }) => databaseMegabytes) ?? 0) * 3_600) / Math.max(1, seconds);
  };
  const rounded = (value: number | null) => (value === null ? null : Number(value.toFixed(1)));
  return {
    residentMegabytes: rounded(growth(second, ({ residentMegabytes }) => residentMegabytes)),
    handles: rounded(growth(second, ({ handles }) => handles)),
    databaseConnections: rounded(growth(second, ({ databaseConnections }) => databaseConnections)),
    databaseMegabytesPerHour: {
      first: Number(perHour(first).toFixed(1)),
      second: Number(perHour(second).toFixed(1)),
    },
  };
}

/** What did not level off, a sentence each. */
export function brokenGrowth(grown: SoakGrowth, samples: readonly Sample[]): string[] {
  const { residentMegabytes, handles, databaseConnections, databaseMegabytesPerHour } = grown;
  const resident = samples.at(-1)?.residentMegabytes ?? 0;
  const allowed = Math.max(
    databaseMegabytesPerHour.first * fasterGrowth,
    databaseMegabytesPerHour.first + freeMegabytesPerHour,
  );
  return [
    ...((residentMegabytes ?? 0) > resident * bounds.residentShare
      ? [`Memory grew by ${residentMegabytes} MB in the second half.`]
      : []),
    ...((handles ?? 0) > bounds.handles ? [`${handles} open files came in the second half.`] : []),
    ...((databaseConnections ?? 0) > bounds.databaseConnections
      ? [`${databaseConnections} connections of the database came in the second half.`]
      : []),
    ...(databaseMegabytesPerHour.second > allowed
      ? [
          `The database grew by ${databaseMegabytesPerHour.second} MB an hour in the second half, by ${databaseMegabytesPerHour.first} in the first.`,
        ]
      : []),
  ];
}

/** Lines of the log that are not planned. */
export function unplannedLines(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .filter((line) => /"level":(?:40|50|60|"(?:warn|error|fatal)")/.test(line))
    .filter((line) => !plannedLines.some((planned) => planned.test(line)));
}
