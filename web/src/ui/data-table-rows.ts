/** Rows of a table on a page (spec 1 section 9). */
export const pageSizes = [25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

export interface Sorting {
  readonly key: string;
  readonly descending: boolean;
}

/** What a column is sorted by; null stands last, whichever way. */
export type SortBy<Row> = (row: Row) => string | number | null;

/**
 * The rows in order, equal ones as they were. Texts are compared as people read them: 'Site 2' before 'Site
 * 10'.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  sortBy: SortBy<Row> | undefined,
  descending: boolean,
): readonly Row[] {
  if (!sortBy) return rows;
  const sign = descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [sortBy(one), sortBy(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
    return sign * inReadingOrder.compare(String(a), String(b));
  });
}

const inReadingOrder = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** What a press on a column's head makes of the order: upwards, downwards, then as it came. */
export function nextSorting(sorting: Sorting | null, key: string): Sorting | null {
  if (sorting?.key !== key) return { key, descending: false };
  return sorting.descending ? null : { key, descending: true };
}

/** How many pages there are; one at least. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** '26–50 of 132', '1 row', '0 rows'. Pages count from 1. */
export function rangeWords(page: number, pageSize: number, total: number): string {
  if (total <= pageSize) return total === 1 ? '1 row' : `${total} rows`;
  return `${(page - 1) * pageSize + 1}–${Math.min(page * pageSize, total)} of ${total}`;
}
