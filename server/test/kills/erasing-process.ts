import { flushCompileCache } from 'node:module';
import { erasePerson } from '../../src/personal-data/erase-person.ts';
import { openStore } from '../../src/platform/database/database.ts';
import { testActor } from '../actor.ts';

/** A process that erases all people of an organization on the database of its arguments. */
const [, , url = '', organizationId = ''] = process.argv;
const { db } = openStore(url, { onError: () => {} });
const people = await db
  .selectFrom('users')
  .select('id')
  .where('organization_id', '=', organizationId)
  .where('deleted_at', 'is', null)
  .orderBy('id')
  .execute();
flushCompileCache();
process.send?.('begun');
const now = Date.now();
for (const { id } of people)
  await erasePerson(db, testActor, { organizationId, id }, () => {}, { now, wallNow: now });
await db.destroy();
