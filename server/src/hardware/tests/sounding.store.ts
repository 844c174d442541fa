import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** What sounds, or may: epoch ms of the wall clock. */
export interface SoundingUnit {
  readonly unitId: string;
  /** When its last play ends at the latest. */
  readonly endsAt: number;
  readonly isTest: boolean;
}

/** The units of an organization whose commands sound at `now`, epoch ms of the wall clock. */
export async function soundingUnits(
  db: Database,
  organizationId: string,
  now: number,
): Promise<SoundingUnit[]> {
  // A play that is under way was begun for its whole length; those that follow it belong to the command.
  const { rows } = await sql<SoundingUnit>`
    select unit_id as "unitId", (extract(epoch from max(ends_at)) * 1000)::float8 as "endsAt", bool_and(is_test) as "isTest"
    from (
      select unit_id, cause in ('test', 'drill') as is_test,
        case when state = 'sending' and action = 'play' then greatest(sounds_until, ${new Date(now + 1_000)}, begun_at
            + make_interval(secs => 1 + ceil(length(content->>'text') / 14.0)))
          when state = 'sending' then greatest(sounds_until, begun_at)
          + make_interval(secs => (content->>'seconds')::float8 * greatest(0, (content->>'plays')::int - plays_done)
            + greatest(0, (content->>'plays')::int - plays_done))
          else sounds_until end as ends_at
      from hardware_commands
      where organization_id = ${organizationId} and action in ('sound', 'play')
        and (sounds_until > ${new Date(now)} or state = 'sending')
    ) sounds where ends_at > ${new Date(now)} group by unit_id`.execute(db);
  return rows;
}

/** Words of a siren, which a unit speaks now or soon. */
export interface SirenWords {
  readonly sirenId: string;
  readonly speakerId: string;
  /** The speaker has begun with them. */
  readonly areBegun: boolean;
}

/** Words that follow signals of an organization's sirens at `now`, without those whose signal is still to come. */
export async function sirenWords(db: Database, organizationId: string, now: number): Promise<SirenWords[]> {
  const { rows } = await sql<SirenWords>`
    select (c.cause_details->>'ofUnitId')::uuid as "sirenId", c.unit_id as "speakerId", c.state <> 'queued' as "areBegun"
    from hardware_commands c
    where c.organization_id = ${organizationId} and c.action = 'play' and c.cause_details ? 'ofUnitId'
      and (c.state in ('queued', 'sending') or c.sounds_until > ${new Date(now)})
      and not exists (select from hardware_commands o where o.unit_id = (c.cause_details->>'ofUnitId')::uuid
        and o.action = 'sound' and o.state = 'queued')`.execute(db);
  return rows;
}
