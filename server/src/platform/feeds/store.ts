import type { Database } from '../database/database.ts';

/**
 * How a feed fares; times epoch ms. Whether it is ok, late or down is derived from these facts when asked.
 */
export interface FeedRecord {
  readonly kind: string;
  readonly vendor: string;
  readonly observedThrough: number | null;
  readonly lastSuccessAt: number | null;
  readonly lastError: string | null;
  readonly lastErrorAt: number | null;
}

const toDate = (at: number | null) => (at === null ? null : new Date(at));

export async function recordFeed(db: Database, facts: FeedRecord): Promise<void> {
  const values = {
    observed_through: toDate(facts.observedThrough),
    last_success_at: toDate(facts.lastSuccessAt),
    last_error: facts.lastError,
    last_error_at: toDate(facts.lastErrorAt),
  };
  await db
    .insertInto('feeds')
    .values({ kind: facts.kind, vendor: facts.vendor, ...values })
    .onConflict((conflict) => conflict.columns(['kind', 'vendor']).doUpdateSet(values))
    .execute();
}

export async function readFeeds(db: Database): Promise<FeedRecord[]> {
  const rows = await db.selectFrom('feeds').selectAll().orderBy('kind').orderBy('vendor').execute();
  return rows.map((row) => ({
    kind: row.kind,
    vendor: row.vendor,
    observedThrough: row.observed_through?.getTime() ?? null,
    lastSuccessAt: row.last_success_at?.getTime() ?? null,
    lastError: row.last_error,
    lastErrorAt: row.last_error_at?.getTime() ?? null,
  }));
}
