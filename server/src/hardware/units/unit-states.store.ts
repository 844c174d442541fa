import type { DeviceReading } from '@allclear/adapters';
import type { SignalState } from '@allclear/domain';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/schema.ts';

/** What engine and supervision know of a unit. Instants are epoch ms of the product clock. */
export interface UnitState {
  readonly unitId: string;
  readonly lastContactAt: number | null;
  /** Why the last question failed; null when it did not, or none was asked. */
  readonly failure: string | null;
  /** The newest reading; null before the first. */
  readonly reading: DeviceReading | null;
  /** Null before the first signal. */
  readonly signal: SignalState | null;
  /** Open faults, the oldest first. */
  readonly faults: readonly { readonly kind: string; readonly text: string }[];
  /** What runs; null for nothing. */
  readonly test: RunningTest | null;
  /** The next scheduled test; null for none. */
  readonly nextTestAt: number | null;
  readonly hasRelays: boolean;
}

export interface RunningTest {
  readonly id: string;
  readonly kind: Tables['hardware_tests']['kind'];
  readonly begunAt: number;
  readonly soundEndsAt: number;
  readonly endsAt: number;
}

/** A test as JSON of the database has it: instants as epoch ms. */
const testJson = sql<RunningTest | null>`(select jsonb_build_object('id', id, 'kind', kind,
  'begunAt', floor(extract(epoch from begun_at) * 1000), 'soundEndsAt', floor(extract(epoch from sound_ends_at) * 1000),
  'endsAt', floor(extract(epoch from ends_at) * 1000))
  from hardware_tests where unit_id = unit.id and ended_at is null)`;

/** The states of an organization's units by their ids, or of one of them. */
export async function unitStates(
  db: Database,
  { organizationId, unitId }: { readonly organizationId: string; readonly unitId?: string },
): Promise<Map<string, UnitState>> {
  let query = db
    .selectFrom('hardware_units as unit')
    .leftJoin('hardware_status as status', 'status.unit_id', 'unit.id')
    .leftJoin('hardware_signals as signals', 'signals.unit_id', 'unit.id')
    .select(['unit.id', 'status.last_contact_at', 'status.failure', 'status.reading', 'signals.state'])
    .select([
      sql<UnitState['faults']>`coalesce((select jsonb_agg(jsonb_build_object('kind', kind, 'text', text)
        order by began_at, kind) from hardware_faults where unit_id = unit.id and ended_at is null), '[]')`.as(
        'faults',
      ),
      testJson.as('test'),
      sql<Date | null>`(select min(next_at) from hardware_schedules where unit_id = unit.id)`.as(
        'nextTestAt',
      ),
      sql<boolean>`exists (select from hardware_relays where unit_id = unit.id)`.as('hasRelays'),
    ])
    .where('unit.organization_id', '=', organizationId);
  if (unitId !== undefined) query = query.where('unit.id', '=', unitId);
  const rows = await query.execute();
  return new Map(
    rows.map(({ id, last_contact_at, state, nextTestAt, ...row }) => [
      id,
      {
        ...row,
        ...{ unitId: id, lastContactAt: last_contact_at?.getTime() ?? null, signal: state },
        nextTestAt: nextTestAt?.getTime() ?? null,
      },
    ]),
  );
}
