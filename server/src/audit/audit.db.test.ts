import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, openTestServer, type TestServer } from '../../test/test-server.ts';
import type { Actor } from '../platform/actor.ts';
import { type AuditRecord, appendAudit } from '../platform/audit/audit.store.ts';

let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let theirs: Awaited<ReturnType<TestServer['organization']>>;
let operatorId: string;
/** Entries of the keys that an organization is made with. */
let ofKeys: number;

beforeAll(async () => {
  server = await openTestServer();
  ours = await server.organization('Our District');
  theirs = await server.organization('Their District');
  ofKeys = (await get('')).body.data.entries.length;
  ({ id: operatorId } = await server.store.db
    .insertInto('users')
    .values({
      ...{ email: 'operator@example.org', user_name: 'operator', first_name: 'Desk', last_name: 'Operator' },
      ...{ role: 'operator', created_at: new Date() },
    })
    .returning('id')
    .executeTakeFirstOrThrow());
  await append({ recordId: 'p-1', before: null, after: { name: 'Wind', threshold: 30 } }, 'policy.added');
  await append({ recordId: 'p-1', before: { threshold: 30 }, after: { threshold: 35 } }, 'policy.changed');
  await append(
    {
      recordId: ours.people.customer.id,
      before: { email: 'old@example.org' },
      after: { email: 'new@example.org' },
    },
    'user.changed',
    { ...personOf('admin'), via: 'impersonation', operatorId },
  );
  await append({ chain: theirs.organizationId, recordId: 'p-2', after: { name: 'Theirs' } }, 'policy.added');
});
afterAll(() => server.close());

function personOf(role: 'admin' | 'super-admin'): Extract<Actor, { kind: 'user' }> {
  return {
    ...{ kind: 'user', organizationId: ours.organizationId, userId: ours.people[role].id, via: 'session' },
    origin: { network: '192.0.2.7', requestId: 'r-1', credential: { kind: 'grant', id: 'g-1' } },
  };
}

function append(
  record: Partial<AuditRecord>,
  action: AuditRecord['action'],
  actor = personOf('super-admin'),
) {
  return server.store.db.transaction().execute((transaction) =>
    appendAudit(transaction, actor, {
      ...{ chain: ours.organizationId, action, recordId: null, now: 0 },
      personal: { userId: ours.people.customer.id, fields: ['email'] },
      ...record,
    }),
  );
}

const get = (query: string, key = ours.people.admin.key) =>
  ask(server.app, 'GET', `/api/Audit${query}`, { key });
/** The numbers of entries, counted from the first that this file adds. */
const sequences = async (query: string) =>
  (await get(query)).body.data.entries
    .map(({ sequence }: { sequence: number }) => sequence - ofKeys)
    .filter((sequence: number) => sequence > 0);

describe('the list', () => {
  it('says who did what, newest first, with names of today and personal values', async () => {
    const { status, body } = await get('');
    expect(status).toBe(200);
    const [changed, policy] = body.data.entries;
    expect(changed).toMatchObject({
      ...{
        sequence: ofKeys + 3,
        action: 'user.changed',
        recordId: ours.people.customer.id,
        recordName: 'customer',
      },
      ...{ before: { email: 'old@example.org' }, after: { email: 'new@example.org' } },
      actor: {
        ...{ kind: 'user', id: ours.people.admin.id, name: 'admin', via: 'impersonation', operatorId },
        ...{ operatorName: 'Desk Operator', network: '192.0.2.7', requestId: 'r-1' },
        credential: { kind: 'grant', id: 'g-1' },
      },
    });
    // The change says no name: an earlier entry does.
    expect(policy).toMatchObject({ action: 'policy.changed', recordName: 'Wind', after: { threshold: 35 } });
    expect(body.data.entries).toHaveLength(ofKeys + 3);
    expect(body.data.nextCursor).toBeNull();
  });

  it('has filters', async () => {
    expect(await sequences('?subject=policy')).toEqual([2, 1]);
    expect(await sequences('?action=policy.added')).toEqual([1]);
    expect(await sequences('?recordId=p-1')).toEqual([2, 1]);
    expect(await sequences(`?userId=${ours.people['super-admin'].id}`)).toEqual([2, 1]);
    expect(await sequences(`?userId=${ours.people.admin.id}`)).toEqual([3]);
    expect(await sequences(`?userId=${operatorId}`)).toEqual([3]);
    expect(await sequences('?from=2000-01-01T00:00:00Z&to=2001-01-01T00:00:00%2B02:00')).toEqual([]);
    expect(await sequences('?from=2000-01-01T00:00:00Z')).toEqual([3, 2, 1]);
    expect(await sequences('?subject=pol%25&userId=nobody')).toEqual([]);
  });

  it('is given in parts', async () => {
    const first = await get('?limit=2');
    expect(first.body.data.entries).toHaveLength(2);
    const { nextCursor } = first.body.data;
    expect(first.headers.link).toContain(`cursor=${nextCursor}`);
    expect(await sequences(`?limit=2&cursor=${nextCursor}`)).toEqual([1]);
    expect((await get(`?limit=2&cursor=${nextCursor}`)).body.data.entries).toHaveLength(2);
  });

  it.each([
    ['?from=yesterday', 'From', 'From must be a date and time, such as 2026-06-06T20:00:00Z'],
    ['?to=2026-02-30', 'To', 'To must be a date and time, such as 2026-06-06T20:00:00Z'],
    ['?limit=201', 'Limit', 'Limit must be a whole number from 1 to 200'],
    ['?cursor=nonsense', 'Cursor', 'Cursor must be one that a list has given'],
    ['?cursor=WyJ4Il0', 'Cursor', 'Cursor must be one that a list has given'],
    ['/Export?format=xml', 'Format', 'Format must be jsonl or csv'],
    [
      '/Export?format=jsonl&subject=policy',
      'Format',
      'JSON lines are the whole audit, so that it can be verified: filter CSV',
    ],
    [
      '/Export?format=csv&from=nonsense',
      'From',
      'From must be a date and time, such as 2026-06-06T20:00:00Z',
    ],
  ])('%s is refused', async (query, label, sentence) => {
    const { status, body } = await get(query);
    expect([status, body.responseException.errors]).toEqual([400, { [label]: [sentence] }]);
  });

  it('is for admins of the organization', async () => {
    expect((await get('', ours.people['assistant-admin'].key)).status).toBe(403);
    expect((await get('/Check', ours.people.customer.key)).status).toBe(403);
    const { body } = await get('?subject=policy', theirs.people.admin.key);
    expect(body.data.entries.map(({ recordName }: { recordName: string }) => recordName)).toEqual(['Theirs']);
    const foreign = await get(`/Export?format=csv&organizationId=${theirs.organizationId}`);
    expect([foreign.status, foreign.body.responseException.message]).toEqual([
      404,
      'The organization does not exist.',
    ]);
  });
});

const download = (query: string, key = ours.people.admin.key) =>
  server.app.inject({ url: `/api/Audit/Export?${query}`, headers: { authorization: `Bearer ${key}` } });

describe('an export', () => {
  it('as JSON lines is the whole chain as it is stored, and its own entry is the last', async () => {
    const { body, headers } = await download('format=jsonl');
    expect(headers['content-type']).toBe('application/jsonl; charset=utf-8');
    const [head = '', ...lines] = body.trimEnd().split('\n');
    const header = JSON.parse(head);
    expect(header).toMatchObject({ kind: 'audit-export', entries: lines.length, heads: [] });
    const stored = await server.store.db
      .selectFrom('audit_entries')
      .select(['body', 'hash'])
      .where('chain', '=', ours.organizationId)
      .orderBy('sequence')
      .execute();
    expect(lines).toHaveLength(stored.length);
    for (const [index, { body: entry, hash }] of stored.entries())
      expect(lines[index]).toContain(`{"entry":${entry},"hash":"${hash}","values":{`);
    expect(header.hash).toBe(stored.at(-1)?.hash);
    const { after, action } = JSON.parse(stored.at(-1)?.body ?? '');
    expect([action, after]).toEqual(['audit.exported', { format: 'jsonl' }]);
    const { values, entry } = JSON.parse(lines[ofKeys + 2] ?? '');
    const { salt, value } = values[entry.after.email.personal];
    expect(value).toBe('"new@example.org"');
    expect(
      createHash('sha256')
        .update(salt + value)
        .digest('hex'),
    ).toBe(entry.after.email.personal);
  });

  it('as CSV has the entries of the filters, and no formula', async () => {
    await append(
      { recordId: 'p-3', after: { name: '=HYPERLINK("http://x")' }, reason: '@SUM(1)' },
      'policy.added',
    );
    const { body, headers } = await download('format=csv&recordId=p-3');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^\ufeffNumber,Time,/);
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(lines[1]).toContain(",'@SUM(1),");
  });
});

it('an erased value is shown as erased, and the chain is whole', async () => {
  await server.store.db.deleteFrom('audit_values').where('user_id', '=', ours.people.customer.id).execute();
  const { body } = await get('?action=user.changed');
  expect(body.data.entries[0]).toMatchObject({
    ...{ before: { email: { erased: true } }, after: { email: { erased: true } } },
  });
  expect((await get('/Check')).body.data).toMatchObject({ isWhole: true, firstFault: null });
  const { body: file } = await download('format=jsonl');
  expect(file).toMatch(/"values":\{("[0-9a-f]{64}":(null|\{[^}]*\}),?)+\}/);
});

it('the public key is that of the exports', async () => {
  const { body } = await get('/Key');
  expect(body.data).toMatchObject({ algorithm: 'Ed25519', jwk: { kty: 'OKP', crv: 'Ed25519' } });
  expect(body.data.pem).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
  const header = JSON.parse((await download('format=jsonl')).body.split('\n')[0] ?? '');
  expect(Buffer.from(body.data.jwk.x, 'base64url').toString('hex')).toBe(header.publicKey);
});
