import { reasonToCross } from './across-organizations.ts';
import type { Examined } from './examine-recorded.ts';

/** How many statements a file may have that find their rows without the organization. */
export type Listed = Readonly<Record<string, number>>;

export interface PartitionReport {
  /** Different statements that touch tables of organizations. */
  readonly tenant: number;
  readonly one: number;
  readonly meantToCross: number;
  /** Of those that are not meant to: found by something else than the organization, or by a key without it. */
  readonly several: number;
  readonly byKey: number;
  /** Of each file, those that would have to name the organization. */
  readonly toChange: Listed;
  /** What is wrong, in words. */
  readonly faults: readonly string[];
}

/** Compares what was found with the list of what has to be changed yet, which may only shrink. */
export function judgePartitions(examined: readonly Examined[], listed: Listed): PartitionReport {
  const tenant = examined.filter(({ outcome }) => outcome !== 'none');
  const one = tenant.filter(({ outcome }) => outcome === 'one');
  const rest = tenant.filter(({ outcome }) => outcome !== 'one');
  const left = rest.filter(({ origin, text }) => reasonToCross(origin, text) === null);
  const byFile = [...Map.groupBy(left, ({ origin }) => origin.file)].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    tenant: tenant.length,
    one: one.length,
    meantToCross: rest.length - left.length,
    several: left.filter(({ outcome }) => outcome === 'several').length,
    byKey: left.filter(({ outcome }) => outcome === 'key').length,
    toChange: Object.fromEntries(byFile.map(([file, statements]) => [file, statements.length])),
    faults: [
      ...examined
        .filter(({ outcome }) => outcome === 'error')
        .map(
          ({ origin, why, text }) => `${origin.file}, ${origin.name} cannot be planned: ${why}\n    ${text}`,
        ),
      ...byFile.flatMap(([file, statements]) => {
        const allowed = listed[file] ?? 0;
        if (statements.length <= allowed) return [];
        const lines = statements.map(({ origin, why, text }) => `  ${origin.name}: ${why}\n    ${text}`);
        return [
          `${file}: ${statements.length} statements do not name the organization, ${allowed} are listed.`,
          ...lines,
        ];
      }),
    ],
  };
}
