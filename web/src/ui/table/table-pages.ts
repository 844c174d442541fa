/** Rows of a table on a page (spec 1 section 9). */
export const pageSizes = [25, 50, 100] as const;
/** Those of the users (spec 2 section 9). */
export const smallPageSizes = [10, 25, 50] as const;
export type PageSize = (typeof pageSizes)[number] | (typeof smallPageSizes)[number];

/** The number of pages; at least one. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** '26–50 of 132', '1 row', '0 rows'. Pages count from 1. */
export function rangeText(page: number, pageSize: number, total: number): string {
  if (total <= pageSize) return total === 1 ? '1 row' : `${total} rows`;
  return `${(page - 1) * pageSize + 1}–${Math.min(page * pageSize, total)} of ${total}`;
}
