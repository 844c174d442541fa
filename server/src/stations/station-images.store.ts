import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import type { RecordKey } from '../platform/database/record-key.ts';
import type { Tables } from '../platform/database/schema.ts';
import { isUuid } from '../platform/database/uuid.ts';

export type StationImage = RecordOf<Selectable<Tables['station_images']>>;

/**
 * When the images of an organization's stations last changed, epoch ms, by station; one without an image is
 * not there.
 */
export async function imagesOf(db: Database, organizationId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('station_images')
    .select(['station_id', 'updated_at'])
    .where('organization_id', '=', organizationId)
    .execute();
  return new Map(rows.map(({ station_id, updated_at }) => [station_id, updated_at.getTime()]));
}

/** The image of a station with its bytes. */
export async function findImage(
  db: Database,
  { organizationId, id }: RecordKey,
): Promise<StationImage | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await db
    .selectFrom('station_images')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('station_id', '=', id.toLowerCase())
    .executeTakeFirst();
  return row && recordOf(row);
}

/** When a station's image last changed, epoch ms; null when it has none. */
export async function imageUpdatedAt(
  db: Database,
  { organizationId, id }: RecordKey,
): Promise<number | null> {
  const row = await db
    .selectFrom('station_images')
    .select('updated_at')
    .where('organization_id', '=', organizationId)
    .where('station_id', '=', id.toLowerCase())
    .executeTakeFirst();
  return row?.updated_at.getTime() ?? null;
}

/**
 * Replaces the image of a station. The same image again counts as taken now. Only what a person puts there leaves an
 * entry in the audit: what a camera sends is a measurement.
 */
export async function putImage(
  db: Database,
  actor: Actor,
  station: { readonly id: string; readonly organizationId: string },
  { contentType, bytes }: { contentType: string; bytes: Buffer },
  now: number,
): Promise<void> {
  const values = {
    content_type: contentType,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
    bytes,
    updated_at: new Date(now),
  };
  await db.transaction().execute(async (transaction) => {
    const replaced = await transaction
      .selectFrom('station_images')
      .select(['content_type as contentType', 'etag'])
      .where('station_id', '=', station.id)
      .executeTakeFirst();
    await transaction
      .insertInto('station_images')
      .values({ station_id: station.id, organization_id: station.organizationId, ...values })
      .onConflict((conflict) => conflict.column('station_id').doUpdateSet(values))
      .execute();
    await notify(transaction, { topic: 'observations', ids: [station.organizationId] });
    if (actor.kind === 'system') return;
    await appendAudit(transaction, actor, {
      ...{ chain: station.organizationId, action: 'station.image-changed', recordId: station.id, now },
      ...{ before: replaced ?? null, after: { contentType, etag: values.etag } },
    });
  });
}
