import { readFile, stat, writeFile } from 'node:fs/promises';
import { openStandInSmtp } from '@allclear/adapters/delivery/stand-in-smtp.ts';
import { afterEach, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { freePort } from '../../test/run-server.ts';
import { signInStandIn } from '../../test/sign-in-stand-in.ts';
import { ask, openTestServer, type TestServer, testChannels, testSecrets } from '../../test/test-server.ts';
import { insertOperator, insertSuperAdmin } from '../identity/index.ts';
import { createSecretBox } from '../platform/secrets/secret-box.ts';
import type { BaseSettings } from '../platform/settings/base-settings.ts';
import { setupCodeFile } from './setup-code.ts';
import { openSetupState } from './setup-state.ts';

const password = 'three umbrellas beside a harbor';
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(settings: Partial<BaseSettings> = {}, channels = testChannels()): Promise<TestServer> {
  const server = await openTestServer(channels, { settings });
  closers.push(server.close);
  return server;
}

const fileOf = ({ platform }: TestServer) => setupCodeFile(platform.settings.data);
const codeOf = async (server: TestServer) => (await readFile(fileOf(server), 'utf8')).trim();

const form = {
  ...{
    name: 'Bay District',
    timeZone: 'Eastern',
    supportEmail: 'help@bay.example',
    supportPhone: '555-0100',
  },
  ...{ firstName: 'Sam', lastName: 'Rivera', email: 'sam@bay.example' },
  ...{ password, confirmedPassword: password },
};

const setUp = (server: TestServer, body: object) => ask(server.app, 'POST', '/api/Setup', { body });
const needsSetup = async (server: TestServer) =>
  (await ask(server.app, 'GET', '/api/status')).body.data.needsSetup;

async function stored({ store }: TestServer): Promise<[organizations: number, users: number]> {
  const organizations = await store.db.selectFrom('organizations').select('id').execute();
  return [organizations.length, (await store.db.selectFrom('users').select('id').execute()).length];
}

/** A guess from an address. */
async function guess(server: TestServer, code: string, remoteAddress: string): Promise<number> {
  const answer = await server.app.inject({
    ...{ method: 'POST', url: '/api/Setup/Code', payload: { code }, remoteAddress },
  });
  return answer.statusCode;
}

test('an empty database opens the setup; its code is in a file for one reader, and no log has it', async () => {
  const server = await open();
  expect(await needsSetup(server)).toBe(true);
  const text = await readFile(fileOf(server), 'utf8');
  expect(text).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}\n$/);
  expect((await stat(fileOf(server))).mode & 0o777).toBe(0o600);
  expect((await ask(server.app, 'POST', '/api/Setup/Code', { body: { code: text } })).status).toBe(200);
  expect((await setUp(server, { ...form, code: text.trim() })).status).toBe(200);
  const log = server.logged.join('');
  expect(log).toContain(fileOf(server));
  expect(log).toContain('/setup"');
  for (const secret of [text.trim(), text.trim().replaceAll('-', ''), password])
    expect(log).not.toContain(secret);
});

test('organization and Super Admin are stored as typed, the setup closes, and the Super Admin signs in', async () => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = await open({ url, port });
  await server.app.listen({ host: 'localhost', port });
  const code = await codeOf(server);
  const typed = { ...form, name: ' Bay District ', email: ' sam@bay.example ' };
  const answer = await setUp(server, { ...typed, code: code.toLowerCase().replaceAll('-', '') });
  expect([answer.status, answer.body.data]).toEqual([200, { message: 'Bay District is set up' }]);
  expect(await server.store.db.selectFrom('organizations').selectAll().execute()).toMatchObject([
    {
      ...{ name: 'Bay District', support_email: 'help@bay.example', support_phone: '555-0100' },
      ...{ default_time_zone: 'America/New_York', status: 'ACTIVE', withheld_features: [] },
    },
  ]);
  expect(await server.store.db.selectFrom('users').selectAll().execute()).toMatchObject([
    {
      ...{ email: 'sam@bay.example', user_name: 'sam@bay.example', first_name: 'Sam', last_name: 'Rivera' },
      ...{ role: 'super-admin', time_zone: 'America/New_York', is_active: true, email_signs_in: true },
    },
  ]);
  expect(await needsSetup(server)).toBeUndefined();
  await expect(stat(fileOf(server))).rejects.toThrow('ENOENT');
  const tokens = await signInStandIn(url).signIn({ email: 'sam@bay.example', password });
  const me = await ask(server.app, 'GET', '/api/user/current', { key: tokens.access_token });
  expect(me.body.data).toMatchObject({ email: 'sam@bay.example' });
  expect(server.logged.filter((line) => line.includes('security: set-up'))).toHaveLength(1);
});

test('after the setup every code is answered alike, right or wrong', async () => {
  const server = await open();
  const code = await codeOf(server);
  expect((await setUp(server, { ...form, code })).status).toBe(200);
  for (const typed of [code, '7K3QX-0M9TD-7K3QX-0M9TD', '']) {
    for (const url of ['/api/Setup', '/api/Setup/Code']) {
      const again = await ask(server.app, 'POST', url, { body: { ...form, code: typed, name: 'Other' } });
      expect([again.status, again.body.responseException.message]).toEqual([
        409,
        'This installation is set up already.',
      ]);
    }
  }
  expect(await stored(server)).toEqual([1, 1]);
});

test('of two browsers at once one sets up, and the other is told', async () => {
  const server = await open();
  const code = await codeOf(server);
  const answers = await Promise.all(
    ['One', 'Two', 'Three'].map((name) =>
      setUp(server, { ...form, code, name, email: `${name}@bay.example` }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await stored(server)).toEqual([1, 1]);
});

test('what is wrong is said under its field, and nothing is stored', async () => {
  const server = await open();
  const code = await codeOf(server);
  const bad = { name: ' ', timeZone: 'Mars', supportEmail: 'help', firstName: '', email: 'sam' };
  const answer = await setUp(server, {
    ...form,
    ...bad,
    code,
    password: 'samsamsamsam',
    confirmedPassword: 'x',
  });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.responseException.errors).sort()).toEqual(
    ['ConfirmedPassword', 'Email', 'FirstName', 'Name', 'Password', 'SupportEmail', 'TimeZone'].sort(),
  );
  for (const weak of ['short', 'password1234', 'samrivera1234', undefined]) {
    const refused = await setUp(server, { ...form, code, password: weak, confirmedPassword: weak });
    expect(refused.body.responseException.errors).toHaveProperty('Password');
  }
  // Without the code nobody learns what a form lacks.
  const blind = await setUp(server, { ...form, ...bad, code: 'wrong' });
  expect(blind.body.responseException.errors).toEqual({ Code: ['This is not the setup code'] });
  expect(await stored(server)).toEqual([0, 0]);
  expect(await needsSetup(server)).toBe(true);
});

test('wrong codes are throttled like passwords: five of an address, then the right one waits as well', async () => {
  const server = await open();
  const code = await codeOf(server);
  const almost = code.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const wrong = [almost, '', 'x', '0'.repeat(200), almost.replaceAll('-', ''), almost, almost];
  const statuses: number[] = [];
  for (const typed of wrong) statuses.push(await guess(server, typed, '192.0.2.7'));
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
  expect(await guess(server, code, '192.0.2.7')).toBe(429);
  const late = await server.app.inject({
    ...{ method: 'POST', url: '/api/Setup', payload: { ...form, code }, remoteAddress: '192.0.2.7' },
  });
  expect([late.statusCode, Number(late.headers['retry-after']) > 0]).toEqual([429, true]);
  expect(late.json().responseException.message).toMatch(/^Too many attempts\. Try again in \d minutes?\.$/);
  // Whoever has the code does not wait for others.
  expect(await guess(server, code, '192.0.2.8')).toBe(200);
  expect(server.logged.filter((line) => line.includes('security: setup-failed'))).toHaveLength(5);
  expect(server.logged.join('')).not.toContain(almost);
});

test('twenty codes at once are counted each; a right one forgets those before', async () => {
  const server = await open();
  const code = await codeOf(server);
  const burst = await Promise.all(Array.from({ length: 20 }, () => guess(server, 'wrong', '192.0.2.9')));
  expect(burst.filter((status) => status === 400)).toHaveLength(5);
  expect(burst.filter((status) => status === 429)).toHaveLength(15);
  for (let round = 0; round < 3; round++) {
    for (let index = 0; index < 4; index++) expect(await guess(server, 'wrong', '192.0.2.10')).toBe(400);
    expect(await guess(server, code, '192.0.2.10')).toBe(200);
  }
});

test('every process of a database has the same code, and a restart; another database or key has another', async () => {
  const server = await open();
  const other = await open();
  const code = await codeOf(server);
  const { platform } = server;
  await openSetupState(platform);
  expect(await codeOf(server)).toBe(code);
  // As another process with a folder of its own.
  await openSetupState({
    ...platform,
    settings: { ...platform.settings, data: other.platform.settings.data },
  });
  expect(await codeOf(other)).toBe(code);
  await openSetupState(other.platform);
  expect(await codeOf(other)).not.toBe(code);
  const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const renewed = await openSetupState({ ...platform, secrets: createSecretBox(newer, [older]) });
  expect(await codeOf(server)).not.toBe(code);
  // While the key is replaced, the code that another process wrote is good as well.
  expect([renewed.isCode(code), renewed.isCode(await codeOf(server))]).toEqual([true, true]);
  const engine = { ...platform.settings, services: new Set(['engine'] as const) };
  const none = await openSetupState({ ...platform, settings: engine });
  expect([none.codeFile, await none.isOpen(), none.isCode(code)]).toEqual([null, false, false]);
  expect(testSecrets.keyId).toBe(createSecretBox(older).keyId);
});

test.each([
  [
    'a Super Admin',
    ({ store }: TestServer) =>
      insertSuperAdmin(store.db, testActor, {
        ...{ organization: 'Made', email: 'made@bay.example', passwordHash: 'none', now: 0 },
      }),
  ],
  [
    'an operator',
    ({ store }: TestServer) =>
      insertOperator(store.db, testActor, { email: 'op@bay.example', passwordHash: 'none', now: 0 }),
  ],
])('%s of the command line closes the setup, in a running server and after a restart', async (_who, make) => {
  const server = await open();
  const code = await codeOf(server);
  await make(server);
  expect((await setUp(server, { ...form, code })).status).toBe(409);
  expect(await needsSetup(server)).toBeUndefined();
  await expect(stat(fileOf(server))).rejects.toThrow('ENOENT');
  await writeFile(fileOf(server), `${code}\n`);
  const again = await openSetupState(server.platform);
  expect([again.codeFile, await again.isOpen()]).toEqual([null, false]);
  await expect(stat(fileOf(server))).rejects.toThrow('ENOENT');
});

test('with an external identity provider the Super Admin has no password here', async () => {
  const server = await open({ oidc: { issuer: 'https://issuer.example', clientId: 'allclear' } });
  const code = await codeOf(server);
  const { password: _password, confirmedPassword: _again, ...rest } = form;
  expect((await setUp(server, { ...rest, code })).status).toBe(200);
  expect(await server.store.db.selectFrom('users').select(['email', 'password_hash']).execute()).toEqual([
    { email: 'sam@bay.example', password_hash: null },
  ]);
});

test('a test mail says what the mail server answered; only who rules the organization sends one', async () => {
  let refusal: Error | null = Object.assign(new Error('5.7.1 Relaying denied'), { responseCode: 554 });
  const smtp = await openStandInSmtp({ onRcptTo: (_address, _session, done) => done(refusal) });
  closers.push(smtp.close);
  const from = 'Allclear <alerts@example.org>';
  const server = await open({}, testChannels({ smtp: { url: `smtp://127.0.0.1:${smtp.port}`, from } }));
  const { people } = await server.organization('Bay');
  const send = (key: string) => ask(server.app, 'POST', '/api/Setup/TestMail', { key });
  expect((await send(people.customer.key)).status).toBe(403);
  expect((await send(people['super-admin'].key)).body.data).toEqual({
    isSent: false,
    message: 'The mail server 127.0.0.1 answered: 554 5.7.1 Relaying denied',
  });
  refusal = null;
  const sent = await send(people['super-admin'].key);
  expect(sent.body.data).toMatchObject({ isSent: true, message: expect.stringMatching(/^250 /) });
  expect(smtp.mails.map(({ to }) => to)).toEqual([['super-admin@bay.example']]);
  await smtp.close();
  closers.splice(closers.indexOf(smtp.close), 1);
  expect((await send(people.admin.key)).body.data).toEqual({
    isSent: false,
    message:
      'The mail server 127.0.0.1 could not take the message: it refused or broke the connection (ESOCKET).',
  });
  const silent = await open();
  const { people: others } = await silent.organization('Silent');
  const answer = await ask(silent.app, 'POST', '/api/Setup/TestMail', { key: others.admin.key });
  expect([answer.status, answer.body.responseException.message]).toEqual([
    409,
    'This installation sends no mail: SMTP_URL and ALLCLEAR_MAIL_FROM are not set.',
  ]);
});
