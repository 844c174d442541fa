import type { Actor } from '../actor.ts';
import type { Database } from '../database/database.ts';

/** The state of a feed; times epoch ms. Whether it is ok, late or down is derived at each read. */
export interface FeedRecord {
  readonly kind: string;
  readonly vendor: string;
  readonly observedThrough: number | null;
  readonly lastSuccessAt: number | null;
  readonly lastError: string | null;
  readonly lastErrorAt: number | null;
}

/** What changed of a feed; what is missing stays as it is stored. */
export type FeedChange = Pick<FeedRecord, 'kind' | 'vendor'> & Partial<FeedRecord>;

const toDate = (at: number | null) => (at === null ? null : new Date(at));

export async function recordFeed(
  db: Database,
  _actor: Actor,
  { kind, vendor, observedThrough, lastSuccessAt, lastError, lastErrorAt }: FeedChange,
): Promise<void> {
  const values = {
    ...(observedThrough === undefined ? {} : { observed_through: toDate(observedThrough) }),
    ...(lastSuccessAt === undefined ? {} : { last_success_at: toDate(lastSuccessAt) }),
    ...(lastError === undefined ? {} : { last_error: lastError }),
    ...(lastErrorAt === undefined ? {} : { last_error_at: toDate(lastErrorAt) }),
  };
  await db
    .insertInto('feeds')
    .values({ kind, vendor, ...values })
    .onConflict((conflict) => conflict.columns(['kind', 'vendor']).doUpdateSet({ kind, ...values }))
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
