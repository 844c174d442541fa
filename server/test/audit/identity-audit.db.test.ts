import { readFile } from 'node:fs/promises';
import { type AuditEntry, installationChain } from '@allclear/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey, insertOperator, insertSuperAdmin, resetFactors } from '../../src/identity/index.ts';
import { systemActor } from '../../src/platform/actor.ts';
import { endRefusals } from '../../src/platform/audit/refusals.store.ts';
import { setupCodeFile } from '../../src/setup/setup-code.ts';
import { type AccountServer, openAccountServer, password } from '../account-server.ts';
import { testActor } from '../actor.ts';
import { signInStandIn } from '../sign-in-stand-in.ts';
import { ask, openTestServer, testChannels } from '../test-server.ts';
import { totpCode } from '../totp-code.ts';
import { auditEntriesOf } from './audit-entries.ts';

const records = new Map<string, string[]>();
let at: AccountServer;
let id: string;
let session: string;
let key: string;
beforeAll(async () => {
  at = await openAccountServer(
    {},
    { dns: { txt: async (domain: string) => records.get(domain) ?? [], close: async () => {} } as never },
  );
  const person = await at.person('super-admin');
  id = person.id;
  session = (await signInStandIn(at.url).signIn({ email: person.email, password })).access_token;
  const { organizationId } = at;
  key = (
    await createApiKey(at.server.store.db, testActor, {
      ...{ organizationId, userId: id, name: 'test', now: Date.now() },
    })
  ).key;
});
afterAll(() => at?.close());

async function entriesOf(
  work: () => Promise<unknown>,
  chains = [at.organizationId, installationChain],
): Promise<AuditEntry[]> {
  const { store } = at.server;
  const counts = await Promise.all(chains.map(async (chain) => (await auditEntriesOf(store, chain)).length));
  await work();
  return (await Promise.all(chains.map((chain, n) => auditEntriesOf(store, chain, counts[n])))).flat();
}

async function send(bearer: string, method: Parameters<typeof ask>[1], path: string, body?: object) {
  const answer = await ask(at.server.app, method, `/api/${path}`, { key: bearer, ...(body ? { body } : {}) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

const digest = { personal: expect.stringMatching(/^[0-9a-f]{64}$/) };

describe('second factors', () => {
  it('leave an entry when they are added, removed and reset, and for new recovery codes', async () => {
    const currentPassword = password;
    const offer = await send(session, 'POST', 'account/factors/totp', { currentPassword });
    const confirm = { pending: offer.pending, code: totpCode(offer.secret, -1) };
    const added = await entriesOf(() => send(session, 'POST', 'account/factors/totp/confirm', confirm));
    expect(added).toMatchObject([
      { action: 'account.factor-added', recordId: id, actor: { kind: 'user', id }, after: { kind: 'totp' } },
    ]);
    const codes = () => send(session, 'POST', 'account/factors/recoverycodes', { currentPassword });
    expect(await entriesOf(codes)).toMatchObject([{ action: 'account.recovery-codes-made', recordId: id }]);
    const remove = () => send(session, 'POST', 'account/factors/totp/remove', { currentPassword });
    expect(await entriesOf(remove)).toMatchObject([
      { action: 'account.factor-removed', recordId: id, after: { kind: 'totp' } },
    ]);
    const other = await at.person('customer');
    const reset = () => send(key, 'POST', 'account/factors/reset', { id: other.id });
    expect(await entriesOf(reset)).toMatchObject([
      { action: 'account.factors-reset', recordId: other.id, actor: { id, via: 'api-key' } },
    ]);
    const account = { id: other.id, organizationId: at.organizationId };
    const byCommand = await entriesOf(() =>
      resetFactors(at.server.store.db, systemActor('reset-factors'), { account, now: Date.now() }),
    );
    expect(byCommand).toMatchObject([
      { action: 'account.factors-reset', recordId: other.id, actor: { kind: 'system', id: 'reset-factors' } },
    ]);
  });
});

describe('domains for single sign-on', () => {
  it('leave an entry when they are added, proven and removed; who loses one reads it in the own chain', async () => {
    const domain = 'audited.example';
    const theirs = await at.server.organization('Former');
    await at.server.store.db
      .insertInto('sso_domains')
      .values({
        ...{ organization_id: theirs.organizationId, domain, token: 'other' },
        ...{ created_at: new Date(), proven_at: new Date() },
      })
      .execute();
    const path = `customer/${at.organizationId}/sso/domains`;
    let record = '';
    const added = await entriesOf(async () => {
      const { domains } = await send(session, 'POST', path, { domain });
      record = domains[0].record;
    });
    expect(added).toMatchObject([{ action: 'sso-domain.added', recordId: domain, actor: { id } }]);
    records.set(domain, [record]);
    const chains = [at.organizationId, theirs.organizationId];
    const proven = await entriesOf(() => send(session, 'POST', `${path}/prove`, { domain }), chains);
    expect(proven).toMatchObject([
      { chain: at.organizationId, action: 'sso-domain.proven', actor: { id }, after: { isProven: true } },
      { chain: theirs.organizationId, actor: { kind: 'system' }, after: { isProven: false } },
    ]);
    expect(JSON.stringify(proven[1])).not.toContain(at.organizationId);
    const removed = await entriesOf(() => send(session, 'DELETE', `${path}/${domain}`));
    expect(removed).toMatchObject([{ action: 'sso-domain.removed', before: { domain, isProven: true } }]);
  });
});

describe('an import of people', () => {
  it('leaves an entry when it is read, and one with what it stored', async () => {
    const upload = (lines: readonly string[]) =>
      at.server.app
        .inject({
          ...{ method: 'POST', url: '/api/user/Import', payload: `${lines.join('\r\n')}\r\n` },
          headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
        })
        .then((answer) => JSON.parse(answer.body).data.id as string);
    const group = (await send(key, 'POST', 'site/add', { name: 'Importers', timeZone: 'Eastern' })).id;
    const header = 'First Name,Last Name,Email,Permission Level,User Group';
    let importId = '';
    const read = await entriesOf(async () => {
      importId = await upload([header, 'Kim,Coach,kim@import.example,Customer,Importers']);
    });
    expect(read).toMatchObject([
      { action: 'user-import.previewed', recordId: importId, actor: { id }, after: { rows: { add: 1 } } },
    ]);
    const stored = await entriesOf(() => send(key, 'POST', `user/Import/${importId}`));
    expect(stored).toMatchObject([{ action: 'user-import.stored', recordId: importId, before: {} }]);
    const { added, changed, ...people } = stored[0]?.after ?? {};
    expect([added, changed]).toEqual([1, 0]);
    expect(Object.values(people)).toMatchObject([{ contact: digest, role: 'customer', groupId: group }]);
    const again = await upload([header, 'Kim,Trainer,kim@import.example,Admin,Importers']);
    const second = await entriesOf(() => send(key, 'POST', `user/Import/${again}`));
    const [kim = ''] = Object.keys(people);
    expect(second).toMatchObject([
      {
        before: { [kim]: { contact: digest, role: 'customer' } },
        after: { added: 0, changed: 1, [kim]: { contact: digest, role: 'admin' } },
      },
    ]);
    const values = await at.server.store.db
      .selectFrom('audit_values')
      .select('value')
      .where('user_id', '=', kim)
      .execute();
    expect(values.map(({ value }) => JSON.parse(value).lastName).sort()).toEqual([
      'Coach',
      'Coach',
      'Trainer',
    ]);
    const many = Array.from(
      { length: 501 },
      (_, n) => `Many,${n},many-${n}@import.example,Customer,Importers`,
    );
    const manyId = await upload([header, ...many]);
    const ofMany = await entriesOf(() => send(key, 'POST', `user/Import/${manyId}`));
    expect(ofMany.map(({ after }) => Object.keys(after ?? {}))).toEqual([['addedIds', 'changedIds']]);
    expect(new Set(ofMany[0]?.after?.addedIds as string[]).size).toBe(501);
    const outdated = await upload([header, 'Kim,Third,kim@import.example,Admin,Importers']);
    await send(key, 'POST', 'user/update', { id: kim, firstName: 'Kimberly' });
    const refused = await entriesOf(async () => {
      const { status } = await ask(at.server.app, 'POST', `/api/user/Import/${outdated}`, { key });
      expect(status).toBe(409);
    });
    expect(refused).toMatchObject([{ action: 'request.refused', after: { status: 409 } }]);
  });
});

it('a question leaves an entry without its text', async () => {
  await at.server.store.db
    .updateTable('organizations')
    .set({ support_email: 'help@bay.example' })
    .where('id', '=', at.organizationId)
    .execute();
  const sent = await entriesOf(() =>
    send(key, 'POST', 'Support', { subject: 'Unheard', message: 'Of nobody else' }),
  );
  expect(sent).toMatchObject([{ action: 'inquiry.sent', actor: { id }, after: { kind: 'support' } }]);
  expect(JSON.stringify(sent)).not.toMatch(/Unheard|nobody else/);
});

it('the commands that add an Admin or operator leave an entry with the name of the command', async () => {
  const { db } = at.server.store;
  const actor = systemActor('create-admin');
  const account = { email: 'first@command.example', passwordHash: 'none', now: Date.now() };
  const operator = await entriesOf(() =>
    insertOperator(db, actor, { ...account, email: 'o@command.example' }),
  );
  expect(operator).toMatchObject([
    {
      ...{ chain: installationChain, action: 'user.added', actor: { kind: 'system', id: 'create-admin' } },
      after: { email: digest, role: 'operator' },
    },
  ]);
  const made = await entriesOf(() => insertSuperAdmin(db, actor, { ...account, organization: 'Commanded' }));
  expect(made).toMatchObject([{ chain: installationChain, action: 'organization.added' }]);
  const added = await auditEntriesOf(at.server.store, String(made[0]?.recordId));
  expect(added).toMatchObject([{ action: 'user.added', actor: { id: 'create-admin' } }]);
  const taken = await entriesOf(() => insertSuperAdmin(db, actor, { ...account, organization: 'Commanded' }));
  expect(taken).toEqual([]);
});

it('the setup leaves one entry for the code and one for what it made', async () => {
  const server = await openTestServer(testChannels(), {});
  try {
    const code = (await readFile(setupCodeFile(server.platform.settings.data), 'utf8')).trim();
    expect((await ask(server.app, 'POST', '/api/Setup/Code', { body: { code } })).status).toBe(200);
    const body = {
      ...{ code, name: 'Bay District', timeZone: 'Eastern', supportEmail: 'help@bay.example' },
      ...{ firstName: 'Ada', lastName: 'Bayward', email: 'ada@bay.example' },
      ...{ password: 'three umbrellas by a harbor', confirmedPassword: 'three umbrellas by a harbor' },
    };
    expect((await ask(server.app, 'POST', '/api/Setup', { body })).status).toBe(200);
    const entries = await auditEntriesOf(server.store, installationChain);
    expect(entries).toMatchObject([
      { action: 'setup.code-checked', actor: { kind: 'system', id: 'setup' } },
      { action: 'setup.completed', after: { name: 'Bay District' } },
    ]);
    expect(await auditEntriesOf(server.store, String(entries[1]?.recordId))).toEqual([]);
  } finally {
    await server.close();
  }
});

it('counted refusals get their entry when their window ends, by who was refused', async () => {
  const { store } = at.server;
  const refuse = () => ask(at.server.app, 'POST', '/api/site/add', { key, body: { name: '' } });
  const refused = await entriesOf(() => Promise.all(Array.from({ length: 8 }, refuse)));
  expect(refused).toMatchObject([{ action: 'request.refused', after: { times: 1 } }]);
  await store.pool.query(`update audit_refusals set window_started_at = now() - interval '11 minutes'`);
  const ended = await entriesOf(() =>
    Promise.all([1, 2].map(() => endRefusals(store.db, systemActor('refusals'), Date.now() - 600_000))),
  );
  expect(ended.filter(({ after }) => after?.route === 'POST site/add')).toMatchObject([
    { action: 'request.refused', actor: { kind: 'user', id }, after: { status: 400, times: 7 } },
  ]);
  expect((await store.pool.query('select from audit_refusals')).rowCount).toBe(0);
});
