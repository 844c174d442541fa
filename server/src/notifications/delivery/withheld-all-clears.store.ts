import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** A person whose all clear of a place was withheld at sending and who has been sent none since. */
export interface WithheldAllClear {
  readonly userId: string;
  /** The warning that the all clear was of. */
  readonly warningId: string;
  readonly organizationLocationId: string;
}

/**
 * The all clears since an instant of the product clock, at one place or at all of them, that reached a person on
 * no channel because another warning was open when they were to be sent. Nothing is set when the person gets a
 * later all clear of the place: that is derived from the notices, so it holds whichever process crashes when.
 */
export async function withheldAllClears(
  db: Database,
  since: number,
  organizationLocationId: string | null = null,
): Promise<WithheldAllClear[]> {
  const { rows } = await sql<WithheldAllClear>`
    select distinct d.user_id as "userId", n.warning_id as "warningId",
      n.organization_location_id as "organizationLocationId"
    from deliveries d
    join notices n on n.id = d.notice_id
    join users u on u.id = d.user_id and u.is_active
    where d.withheld and n.kind = 'all-clear' and n.at > ${new Date(since)}
      and n.warning_id is not null and n.organization_location_id is not null
      and (${organizationLocationId}::uuid is null or n.organization_location_id = ${organizationLocationId}::uuid)
      -- A message under way may still arrive; one that was accepted has.
      and not exists (
        select from deliveries s where s.notice_id = d.notice_id and s.user_id = d.user_id
          and s.state in ('queued', 'sending', 'accepted', 'delivered')
      )
      and not exists (
        select from notifications m join notices later on later.id = m.notice_id
        where m.user_id = d.user_id and later.kind = 'all-clear'
          and later.organization_location_id = n.organization_location_id
          and (later.at, later.written_at) > (n.at, n.written_at)
      )`.execute(db);
  return rows;
}
