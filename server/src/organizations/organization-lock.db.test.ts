import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshStore } from '../../test/fresh-store.ts';
import type { Store } from '../platform/database/database.ts';
import { withOrganizationLock } from './organization-lock.store.ts';

let store: Store;
let ours: string;
let theirs: string;

beforeAll(async () => {
  store = await freshStore();
  const add = (name: string) =>
    store.db
      .insertInto('organizations')
      .values({ name, support_email: '', support_phone: '', created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
  ours = (await add('Ours')).id;
  theirs = (await add('Theirs')).id;
});
afterAll(() => store.close());

test('work under the lock of one organization runs one after another; another organization does not wait', async () => {
  const order: string[] = [];
  const work = (name: string, organizationId: string, until?: Promise<void>) =>
    withOrganizationLock(store.db, organizationId, async () => {
      order.push(`${name} begins`);
      await until;
      order.push(`${name} ends`);
    });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const first = work('first', ours, released);
  await expect.poll(() => order).toEqual(['first begins']);
  const second = work('second', ours);
  await work('other', theirs);
  expect(order).toEqual(['first begins', 'other begins', 'other ends']);
  release();
  await Promise.all([first, second]);
  expect(order.slice(3)).toEqual(['first ends', 'second begins', 'second ends']);
});

test('in a transaction of the caller the lock is part of it, and what fails leaves nothing', async () => {
  const rename = (name: string) =>
    store.db.transaction().execute(async (transaction) => {
      await withOrganizationLock(transaction, ours, async (inner) => {
        expect(inner).toBe(transaction);
        await inner.updateTable('organizations').set({ name }).where('id', '=', ours).execute();
      });
      throw new Error('afterwards');
    });
  await expect(rename('Changed')).rejects.toThrow('afterwards');
  const { name } = await store.db
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', ours)
    .executeTakeFirstOrThrow();
  expect(name).toBe('Ours');
});
