import { createHash } from 'node:crypto';
import { type AuditEntry, canonicalJson, noPreviousHash } from '@allclear/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshStore } from '../../../test/fresh-store.ts';
import type { Actor } from '../actor.ts';
import type { Store } from '../database/database.ts';
import { type AuditRecord, appendAudit } from './audit.store.ts';

const organizationId = '5f0c3a52-5b0e-4c1c-9a60-0c9f4f9d7b11';
const userId = 'f2f7f7c0-6d6c-4a55-8a43-8d4b0a3f1c22';
const admin: Actor = {
  ...{ kind: 'user', organizationId, userId, via: 'session' },
  origin: { network: '192.0.2.7', requestId: 'request-1', credential: { kind: 'grant', id: 'grant-1' } },
};
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

let store: Store;
beforeAll(async () => {
  store = await freshStore();
});
afterAll(() => store.close());

const append = (record: Partial<AuditRecord>, actor = admin) =>
  store.db.transaction().execute((transaction) =>
    appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'policy.changed', recordId: null, now: 0 },
      ...record,
    }),
  );

async function entriesOf(chain: string) {
  const rows = await store.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('sequence')
    .execute();
  return rows.map((row) => ({ ...row, entry: JSON.parse(row.body) as AuditEntry }));
}

describe('an entry', () => {
  it('says who did what, by which request, and what differs', async () => {
    await append({
      ...{ chain: 'what', recordId: 'p-1', reason: 'Season', now: Date.UTC(2026, 5, 6) },
      ...{
        before: { name: 'Wind', threshold: 30, revision: 1 },
        after: { name: 'Wind', threshold: 35, revision: 2 },
      },
    });
    const [row] = await entriesOf('what');
    expect(row?.entry).toMatchObject({
      ...{ format: 1, chain: 'what', sequence: 1, previous: noPreviousHash },
      ...{
        action: 'policy.changed',
        recordId: 'p-1',
        reason: 'Season',
        productAt: '2026-06-06T00:00:00.000Z',
      },
      ...{ before: { threshold: 30 }, after: { threshold: 35 } },
      actor: {
        ...{ kind: 'user', id: userId, via: 'session', requestId: 'request-1' },
        credential: { kind: 'grant', id: 'grant-1' },
      },
    });
    expect(row?.entry.at).toBe(row?.at.toISOString());
    expect(row).toMatchObject({ actor_id: userId, action: 'policy.changed', record_id: 'p-1' });
    expect(row?.body).toBe(canonicalJson(row?.entry));
    expect(row?.hash).toBe(sha256(row?.body ?? ''));
  });

  it('has digests of what belongs to a person; the values can go without it', async () => {
    const after = { email: 'pat@example.org', role: 'customer', phoneNumber: null };
    await append({
      ...{ chain: 'personal', action: 'user.added', before: null, after },
      personal: { userId, fields: ['email', 'phoneNumber'] },
    });
    const [row] = await entriesOf('personal');
    expect(row?.body).not.toMatch(/pat@example|192\.0\.2/);
    const digest = (row?.entry.after?.email as { personal: string } | undefined)?.personal;
    expect(row?.entry.after).toEqual({ role: 'customer', phoneNumber: null, email: { personal: digest } });
    const values = await store.db
      .selectFrom('audit_values')
      .selectAll()
      .where('chain', '=', 'personal')
      .orderBy('value')
      .execute();
    expect(values.map(({ value, user_id }) => [value, user_id])).toEqual([
      ['"192.0.2.7"', userId],
      ['"pat@example.org"', userId],
    ]);
    for (const value of values) expect(sha256(value.salt + value.value)).toBe(value.digest);
    expect(values[1]?.digest).toBe(digest);
  });
});

describe('a chain', () => {
  it('is unbroken when many write at once, and when some of them fail', async () => {
    const wrote = Array.from({ length: 40 }, (_, n) =>
      store.db.transaction().execute(async (transaction) => {
        await appendAudit(transaction, admin, {
          ...{ chain: 'busy', action: 'location.changed', recordId: String(n), now: 0 },
        });
        if (n % 4 === 0) throw new Error('refused');
      }),
    );
    await Promise.allSettled(wrote);
    const entries = await entriesOf('busy');
    expect(entries).toHaveLength(30);
    let previous = noPreviousHash;
    for (const [index, { entry, hash }] of entries.entries()) {
      expect(entry.sequence).toBe(index + 1);
      expect(entry.previous).toBe(previous);
      previous = hash;
    }
    const head = await store.db
      .selectFrom('audit_chains')
      .selectAll()
      .where('chain', '=', 'busy')
      .executeTakeFirst();
    expect(head).toEqual({ chain: 'busy', sequence: '30', hash: previous });
  });

  it('takes no entry outside of the transaction of its change', async () => {
    await expect(
      appendAudit(store.db, admin, { chain: 'out', action: 'policy.changed', recordId: null, now: null }),
    ).rejects.toThrow('in the transaction');
    expect(await entriesOf('out')).toEqual([]);
  });

  it.each([
    sql`update audit_entries set body = '{}'`,
    sql`delete from audit_entries`,
    sql`truncate audit_entries`,
    sql`delete from audit_chains`,
  ])('cannot be changed by the role of the product (%#)', async (statement) => {
    await append({ chain: 'kept' });
    await expect(statement.execute(store.db)).rejects.toMatchObject({ code: '42501' });
    // Nor after the role has given itself the right again.
    await sql`grant update, delete, truncate on audit_entries to current_user`.execute(store.db);
    await expect(sql`delete from audit_entries`.execute(store.db)).rejects.toThrow(
      'neither changed nor removed',
    );
    await sql`revoke update, delete, truncate on audit_entries from current_user`.execute(store.db);
  });
});
