import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { freshStore } from '../../test/fresh-store.ts';
import { brokerSecret, followBroker, openMqttBroker } from '../../test/mqtt/mqtt-broker.ts';
import { freePort, runServer } from '../../test/run-server.ts';

/** Two real servers on one database, and the example of docs/mqtt.md. */

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A block of code of the page, by the name in the comment before it. */
async function exampleOf(name: string): Promise<string> {
  const page = await readFile(new URL('../../../docs/mqtt.md', import.meta.url), 'utf8');
  const code = new RegExp(`<!-- example: ${name} -->\\n\`\`\`\\w+\\n([^]*?)\\n\`\`\``).exec(page)?.[1];
  if (code === undefined) throw new Error(`docs/mqtt.md has no example ${name}`);
  return code;
}

function runExample(code: string, port: number) {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: {
      ...process.env,
      ...{ BROKER_URL: `mqtt://127.0.0.1:${port}`, BROKER_USER: 'allclear', BROKER_PASSWORD: brokerSecret },
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output += data.toString();
    });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  ends.push(() => {
    child.kill();
    return ended;
  });
  return () => output;
}

test('a killed engine is offline at once and no place is clear; the standby takes over; one publishes', async () => {
  const store = await freshStore();
  ends.push(store.close);
  const data = await mkdtemp(path.join(tmpdir(), 'allclear-mqtt-'));
  ends.push(() => rm(data, { recursive: true, force: true }));
  const { port, close } = await openMqttBroker();
  ends.push(close);
  const seen = await followBroker(port);
  ends.push(() => seen.client.endAsync(true));
  const said = runExample(await exampleOf('follow-places.ts'), port);
  const env = {
    DATABASE_URL: store.url,
    ALLCLEAR_MQTT_URL: `mqtt://127.0.0.1:${port}`,
    ALLCLEAR_MQTT_USERNAME: 'allclear',
    ALLCLEAR_MQTT_PASSWORD: brokerSecret,
  };
  const run = async () => {
    const args = ['--scenario', 'quiet'];
    const server = await runServer({ data, port: await freePort(), args, env });
    ends.push(server.stop);
    return server;
  };
  const engine = await run();
  const isOnline = () => expect(seen.last.get('allclear/status')).toBe('online');
  await vi.waitFor(isOnline, { timeout: 30_000 });
  const standby = await run();
  /** The last line of each place: states are published before `online`, so a first one may be not clear. */
  const lastOfPlaces = () =>
    new Map([...said().matchAll(/^(\S+) (.+)$/gm)].map(([, id, line]) => [id, line]));
  const linesThat = (words: RegExp) => [...lastOfPlaces().values()].filter((line) => words.test(line ?? ''));
  await vi.waitFor(
    () => {
      expect(linesThat(/^CLEAR/).length).toBeGreaterThan(0);
      expect(linesThat(/^NOT CLEAR \(Clear/)).toEqual([]);
    },
    { timeout: 60_000 },
  );
  expect(seen.all.filter(({ text }) => text === 'offline')).toEqual([]);

  const killedAt = performance.now();
  await engine.kill();
  await vi.waitFor(() => expect(seen.all.map(({ text }) => text)).toContain('offline'), {
    timeout: 5_000,
    interval: 5,
  });
  expect(performance.now() - killedAt).toBeLessThan(2_000);
  await vi.waitFor(() => expect(linesThat(/^CLEAR/)).toEqual([]), { timeout: 5_000 });
  await vi.waitFor(isOnline, { timeout: 30_000 });

  await standby.stop();
  await vi.waitFor(() => expect(seen.last.get('allclear/status')).toBe('offline'), { timeout: 5_000 });
  const states = [...seen.last]
    .filter(([topic]) => topic.endsWith('/state'))
    .map(([, text]) => JSON.parse(text));
  expect(states.length).toBeGreaterThan(1);
  for (const state of states) expect(state).toMatchObject({ state: 'unknown', unsafe: null });
  expect(`${engine.output()}${standby.output()}`).not.toContain(brokerSecret);
}, 180_000);
