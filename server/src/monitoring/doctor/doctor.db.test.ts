import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStandInSmtp } from '@allclear/adapters/delivery/stand-in-smtp.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeMigratedFolder } from '../../../test/databases/migrated-folder.ts';
import { freshStore } from '../../../test/fresh-store.ts';
import { freePort, runToEnd } from '../../../test/run-server.ts';
import { readConfig } from '../../config.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import { openEngineSession } from '../../platform/engine/engine-session.store.ts';
import { createSecretBox } from '../../platform/secrets/secret-box.ts';
import { subjects } from '../../subjects.ts';
import { checkDisk, checkNode } from './check-machine.ts';
import { clockFinding } from './check-network.ts';
import { examine, installationOf } from './examine.ts';
import { checked, linesOf, right } from './finding.ts';

let folder: string;
let port: number;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'allclear-doctor-'));
  await chmod(folder, 0o711);
  port = await freePort();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A service of live weather on this machine, whose clock is off by so much. */
async function startService(aheadMs: number, status = 200): Promise<string> {
  const server = createServer((_request, answer) => {
    answer.writeHead(status, { date: new Date(Date.now() + aheadMs).toUTCString() }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function newFolder(): Promise<string> {
  const data = path.join(folder, randomBytes(4).toString('hex'));
  await mkdir(data, { mode: 0o711 });
  return data;
}

/** What is said of a live installation with these settings: without any of them, nothing about them is wrong. */
async function examined(env: NodeJS.ProcessEnv = {}, services: readonly string[] = []) {
  const data = env.ALLCLEAR_DATA ?? (await newFolder());
  const config = readConfig(subjects, [], {
    ...{ ALLCLEAR_WEATHER: 'live', ALLCLEAR_DATA: data, PORT: String(port), INIT_CWD: folder },
    ...{ ALLCLEAR_ALLOW_PRIVATE_ADDRESSES: 'true' },
    ...env,
  });
  if (config === null) throw new Error('There are settings');
  const findings = await examine(installationOf(config.base, config.subjects), { wallNow, services });
  const of = (kind: string) => findings.filter((finding) => finding.kind === kind).map(({ text }) => text);
  return { wrong: of('wrong'), note: of('note'), right: of('right') };
}

async function mailServer() {
  const smtp = await openStandInSmtp();
  onTestFinished(() => smtp.close());
  return { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, ALLCLEAR_MAIL_FROM: 'Allclear <alerts@example.org>' };
}

/** A migrated database in use, with a key, a current feed and an engine. */
async function goodDatabase() {
  const store = await freshStore();
  onTestFinished(() => store.close());
  const key = randomBytes(32);
  const sealed = createSecretBox(key, []).seal('', 'secret-key-check');
  await store.db
    .insertInto('identity_secrets')
    .values({ name: 'secret-key-check', value: JSON.stringify(sealed), created_at: new Date() })
    .execute();
  await store.db
    .insertInto('feeds')
    .values({
      kind: 'lightning',
      vendor: 'glm-19',
      observed_through: new Date(),
      last_success_at: new Date(),
    })
    .execute();
  const engine = await openEngineSession(store.url, () => {});
  onTestFinished(() => engine.close());
  return { store, env: { DATABASE_URL: store.url, ALLCLEAR_SECRET_KEY: key.toString('base64') } };
}

test('finds nothing wrong with an installation that is as it should be', async () => {
  const { env } = await goodDatabase();
  const found = await examined({ ...env, ...(await mailServer()) }, [await startService(0)]);
  expect(found.wrong).toEqual([]);
  expect(found.right).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Node is /),
      expect.stringMatching(/GB are free/),
      expect.stringMatching(/^The database is PostgreSQL \d+.*all migrations ran/),
      expect.stringMatching(/^The mail server 127\.0\.0\.1:\d+ answers/),
      expect.stringMatching(/^This machine and 127\.0\.0\.1:\d+ have the same time/),
      'A process is the engine, and all 1 feeds are current.',
    ]),
  );
});

describe('what is wrong is said in words', () => {
  test('of the data folder and the files that others may read', async () => {
    expect((await examined({ ALLCLEAR_DATA: path.join(folder, 'nowhere') })).wrong).toContainEqual(
      expect.stringMatching(/^The data folder .*nowhere is not there/),
    );
    const data = await newFolder();
    await writeFile(path.join(data, 'secret-key'), 'no key', { mode: 0o644 });
    const { wrong } = await examined({ ALLCLEAR_DATA: data });
    expect(wrong).toContainEqual(expect.stringMatching(/^Other users may read .*secret-key: chmod 600/));
    expect(wrong).toContainEqual(expect.stringMatching(/secret-key is no secret key of 32 bytes/));
  });

  test('of a port that another program has, and of a server that is not ready', async () => {
    const other = createServer((request, answer) => {
      if (request.url === '/readyz') answer.writeHead(503).end(JSON.stringify({ status: 'not ready' }));
    });
    const blocked = await freePort();
    await new Promise<void>((resolve) => other.listen(blocked, '0.0.0.0', resolve));
    onTestFinished(() => void other.close());
    expect((await examined({ PORT: String(blocked) })).wrong).toContainEqual(
      expect.stringMatching(/^A server runs on port \d+ and is not ready/),
    );
    other.removeAllListeners('request');
    other.on('request', (_request, answer) => answer.writeHead(200).end('<html>'));
    expect((await examined({ PORT: String(blocked) })).wrong).toContainEqual(
      expect.stringMatching(/^Port \d+ is in use by another program/),
    );
  });

  test('of an address that no browser signs in on, and of a proxy that is not named', async () => {
    expect((await examined({ ALLCLEAR_URL: 'http://weather.example.org' })).wrong).toContainEqual(
      expect.stringMatching(/browsers sign in over https or on localhost only/),
    );
    expect((await examined({ ALLCLEAR_URL: 'https://weather.example.org' })).wrong).toContainEqual(
      expect.stringMatching(/ALLCLEAR_TRUST_PROXY names none/),
    );
    const named = { ALLCLEAR_URL: 'https://weather.example.org', ALLCLEAR_TRUST_PROXY: '1' };
    expect((await examined(named)).wrong.filter((text) => /PROXY|browsers/.test(text))).toEqual([]);
    expect((await examined({ ALLCLEAR_TRUST_PROXY: '1' })).wrong).toContainEqual(
      expect.stringMatching(/ALLCLEAR_TRUST_PROXY is set, and ALLCLEAR_URL is http:\/\/localhost/),
    );
  });

  test('of mail: none at all, one that does not answer, one that refuses; never with the password', async () => {
    expect((await examined()).wrong).toContainEqual(expect.stringMatching(/^There is no mail server/));
    const from = { ALLCLEAR_MAIL_FROM: 'Allclear <alerts@example.org>' };
    const silent = await examined({ SMTP_URL: 'smtp://me:very-secret@127.0.0.1:1', ...from });
    expect(silent.wrong).toContainEqual(expect.stringMatching(/127\.0\.0\.1 cannot be used \(E\w+\)/));
    const smtp = await openStandInSmtp({
      authOptional: false,
      onAuth: (_auth, _session, done) => done(new Error('No')),
    });
    onTestFinished(() => smtp.close());
    const refused = await examined({ SMTP_URL: `smtp://me:very-secret@127.0.0.1:${smtp.port}`, ...from });
    expect(refused.wrong).toContainEqual(expect.stringMatching(/does not take the user name and password/));
    expect(JSON.stringify([silent, refused])).not.toContain('very-secret');
  });

  test('of the clock against the services of live weather, and of those that do not answer', async () => {
    const found = await examined({}, [
      await startService(120_000),
      await startService(-60_000),
      await startService(0, 500),
      'http://127.0.0.1:1/',
    ]);
    expect(found.wrong).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^The clock of this machine is 1(19|20|21) s behind that of 127/),
        expect.stringMatching(/^The clock of this machine is (59|60|61) s ahead of that of 127/),
        expect.stringMatching(/does not answer/),
        expect.stringMatching(/^127\.0\.0\.1:1 does not answer/),
      ]),
    );
  });

  test('of a database that does not answer, of another key, of a newer version, of no engine and of late feeds', async () => {
    expect(
      (await examined({ DATABASE_URL: 'postgres://nobody:very-secret@127.0.0.1:1/none' })).wrong,
    ).toContainEqual(expect.stringMatching(/^The database could not be checked: .*ECONNREFUSED/));
    const { store, env } = await goodDatabase();
    const other = { ...env, ALLCLEAR_SECRET_KEY: randomBytes(32).toString('base64') };
    expect((await examined(other)).wrong).toContainEqual(
      expect.stringMatching(/^The database was used with another secret key/),
    );
    await store.db
      .updateTable('feeds')
      .set({ observed_through: new Date(Date.now() - 3_600_000), last_error: 'No answer' })
      .execute();
    expect((await examined(env)).wrong).toContain('The feed lightning of glm-19 is down (No answer).');
    await store.pool.query(`insert into migrations (name) values ('9999_later.sql')`);
    expect((await examined(env)).wrong).toContainEqual(
      expect.stringMatching(/^A newer version of Allclear has migrated the database \(9999_later\.sql\)/),
    );
  });

  test('of devices: an address outside of the networks, and one that does not answer', async () => {
    const { store, env } = await goodDatabase();
    const organization = await store.db
      .insertInto('organizations')
      .values({ name: 'Ours', support_email: 'a@b.example', support_phone: '', created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const add = async (name: string, address: string, failure: string | null) => {
      const at = new Date();
      const unit = await store.db
        .insertInto('hardware_units')
        .values({
          ...{ organization_id: organization.id, name, model: 'OWS', driver: 'shelly', address },
          ...{ created_at: at, updated_at: at },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await store.db
        .insertInto('hardware_status')
        .values({
          ...{ unit_id: unit.id, organization_id: organization.id, asked_at: at, failure },
          failing_since: failure === null ? null : at,
        })
        .execute();
    };
    await add('Pool siren', '10.20.0.7', null);
    await add('Field siren', '10.20.0.8', 'Connection refused.');
    await add('Gym siren', '192.168.1.9', null);
    const { wrong } = await examined({ ...env, ALLCLEAR_DEVICE_NETWORKS: '10.20.0.0/16' });
    expect(wrong.filter((text) => text.startsWith('The device'))).toEqual([
      'The device Field siren: It does not answer: Connection refused.',
      expect.stringMatching(/^The device Gym siren: This address is outside of the networks/),
    ]);
  });

  test('of ffmpeg that is set and is none, of a backup that is old, of no heartbeat', async () => {
    const data = await newFolder();
    await writeFile(
      path.join(data, 'last-backup.json'),
      JSON.stringify({ at: new Date(Date.now() - 3 * 86_400_000).toISOString(), file: '/backups/x' }),
    );
    const { wrong, note } = await examined({ ALLCLEAR_DATA: data, ALLCLEAR_FFMPEG: '/nowhere/ffmpeg' });
    expect(wrong).toContainEqual(expect.stringMatching(/^ALLCLEAR_FFMPEG is \/nowhere\/ffmpeg/));
    expect(wrong).toContainEqual(expect.stringMatching(/^The last backup is of .* more than two days old/));
    expect(note).toContainEqual(expect.stringMatching(/^No heartbeat goes out/));
  });

  test('of Node, the disk and the clock by their figures', async () => {
    expect(checkNode('20.19.0').kind).toBe('wrong');
    expect(checkNode('22.17.9').kind).toBe('wrong');
    expect([checkNode('22.18.0').kind, checkNode('24.21.0').kind]).toEqual(['right', 'right']);
    expect(checkDisk('/data', 1e9, 1e12).kind).toBe('wrong');
    expect(checkDisk('/data', 4e10, 1e12).kind).toBe('wrong');
    expect(checkDisk('/data', 6e10, 1e12).kind).toBe('right');
    expect(clockFinding('x', 10_001).kind).toBe('wrong');
    expect(clockFinding('x', -10_000).kind).toBe('right');
  });

  test('of a check that fails itself', async () => {
    const found = await checked('The thing', () => Promise.reject(new Error('no permission')));
    expect(linesOf([...found, right('Fine.')])).toEqual([
      'right: Fine.',
      'wrong: The thing could not be checked: no permission',
      '',
      '1 thing is wrong.',
    ]);
  });
});

test('the command examines an embedded database, changes nothing, and ends with 1 while something is wrong', async () => {
  const migrated = await makeMigratedFolder();
  onTestFinished(() => migrated.remove());
  const run = (env: NodeJS.ProcessEnv) =>
    runToEnd(
      ['--data', migrated.folder, '--port', String(port)],
      { SMTP_URL: '', DATABASE_URL: '', ...env },
      'doctor.ts',
    );
  const missing = await run({});
  expect(missing.output).toMatch(/wrong: The secret key .*secret-key is missing/);
  expect(missing.output).toMatch(/right: The database is PostgreSQL/);
  expect(missing.code).toBe(1);
  expect(await run({ ALLCLEAR_SECRET_KEY: randomBytes(32).toString('base64') })).toMatchObject({
    ...{ code: 0, output: expect.stringContaining('Nothing was found wrong.') },
  });
  expect(await run({ ALLCLEAR_TRUST_PROXY: 'everybody' })).toMatchObject({
    ...{ code: 1, output: expect.stringContaining('wrong: ALLCLEAR_TRUST_PROXY must be') },
  });
});
