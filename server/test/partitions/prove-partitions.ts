// The second half of `npm run prove-partitions`: examines the statements that the database tests have sent, which are in
// the folder of the first argument. `--list` writes the list of those that have to be changed anew.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/postgres.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { examineRecorded, readRecorded } from './examine-recorded.ts';
import { judgePartitions, type Listed } from './judge-partitions.ts';
import { makePartitionedCopy, type NeededChanges, partitions } from './partitioned-copy.ts';

const [recorded = '', ...options] = process.argv.slice(2);
const list = new URL('./statements-to-change.json', import.meta.url);
const folder = await mkdtemp(path.join(tmpdir(), 'allclear-partitions-'));
const postgres = await startEmbeddedPostgres({ folder, log: () => {} });
try {
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
  await migrate(pool).finally(() => pool.end());
  const client = new pg.Client(postgres.url);
  await client.connect();
  await prove(client).finally(() => client.end());
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function prove(client: pg.Client): Promise<void> {
  const changes = await makePartitionedCopy(client);
  const examined = await examineRecorded(client, await readRecorded(recorded));
  const listed: Listed = JSON.parse(await readFile(list, 'utf8'));
  const { tenant, one, meantToCross, several, byKey, toChange, faults } = judgePartitions(examined, listed);
  describeChanges(changes);
  console.log(
    `Of ${examined.length} different statements of the product ${tenant} touch tables of organizations: ${one} one of`,
    `${partitions} partitions, ${meantToCross} several as is meant, ${several} several because they find rows without the`,
    `organization, ${byKey} by a key that does not have it (ON CONFLICT, GROUP BY).`,
  );
  if (options.includes('--list')) await writeFile(list, `${JSON.stringify(toChange, null, 2)}\n`);
  else for (const fault of faults) console.log(fault);
  process.exitCode = tenant > 0 && (faults.length === 0 || options.includes('--list')) ? 0 : 1;
}

function describeChanges({ distributed, keys, foreignKeys, withoutOrganization }: NeededChanges): void {
  console.log(
    `${distributed.length} tables name an organization. Without it are ${keys.length} of their keys and unique`,
    `indexes, ${foreignKeys.length} foreign keys between them, and ${withoutOrganization.length} tables of rows that`,
    `belong to theirs: ${withoutOrganization.join(', ')}.`,
  );
}
