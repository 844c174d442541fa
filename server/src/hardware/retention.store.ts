import { sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import type { Retention } from '../platform/subject.ts';

const keepMs = 400 * 24 * 3_600_000;

/** Commands, tests and faults are kept for 400 days; what still runs stays. */
export const hardwareRetention: readonly Retention[] = [
  { table: 'hardware_commands', keepMs, dropBefore: dropCommandsBefore },
  { table: 'hardware_tests', keepMs, dropBefore: dropTestsBefore },
  { table: 'hardware_faults', keepMs, dropBefore: dropFaultsBefore },
];

async function dropCommandsBefore(db: Database, _actor: Actor, before: number): Promise<void> {
  await sql`delete from hardware_commands where created_at < ${new Date(before)} and state not in ('queued', 'sending')`.execute(
    db,
  );
}

async function dropTestsBefore(db: Database, _actor: Actor, before: number): Promise<void> {
  await sql`delete from hardware_tests where begun_at < ${new Date(before)} and ended_at is not null`.execute(
    db,
  );
}

async function dropFaultsBefore(db: Database, _actor: Actor, before: number): Promise<void> {
  await sql`delete from hardware_faults where ended_at < ${new Date(before)}`.execute(db);
}
