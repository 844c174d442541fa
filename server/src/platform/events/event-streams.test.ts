import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { ChangeEvent } from '@allclear/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EventStreams } from './event-streams.ts';

const at = Date.UTC(2026, 5, 6, 20);
/** Longer than changes are gathered, ms. */
const waitOptions = { timeout: 3_000, interval: 10 };

let streams: EventStreams;
let unread: string[];
let server: Server;
beforeEach(async () => {
  unread = [];
  streams = new EventStreams(
    () => at,
    { policies: 'organization', notifications: 'user' },
    (userId) => void unread.push(userId),
  );
  server = createServer((request, response) => {
    const [, organizationId = '', userId = '', place] = (request.url ?? '').split('/');
    const places = place === undefined ? null : new Set([place]);
    streams.open({ userId, organizationId, credential: null, places }, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  streams.closeAll();
  await new Promise((resolve) => server.close(resolve));
});

/** The changes that a stream has brought, without the greeting. */
async function open(path: string): Promise<() => string[][]> {
  const { port } = server.address() as AddressInfo;
  let text = '';
  const answer = await new Promise<IncomingMessage>((resolve) => get({ port, path }, resolve));
  answer.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await expect.poll(() => text, waitOptions).toContain('hello');
  return () =>
    [...text.matchAll(/^data: (.*)$/gm)].slice(1).map(([, data = '[]']) => {
      const changes = JSON.parse(data) as ChangeEvent[];
      return changes.map(({ topic, locationIds }) => `${topic} ${locationIds?.join() ?? 'all'}`);
    });
}

it('brings everybody what concerns them and nothing else, gathered into one frame', async () => {
  const ann = await open('/north/ann');
  const bob = await open('/north/bob');
  const cleo = await open('/south/cleo');
  const wall = await open('/north/ann/gym');
  streams.publish('locations');
  streams.publish('policies', ['north']);
  streams.publish('notifications', ['bob', 'nobody']);
  streams.publishLocations('lightning', [
    { id: 'pool', userId: 'ann' },
    { id: 'gym', userId: 'ann' },
  ]);
  await expect.poll(cleo, waitOptions).toEqual([['locations all']]);
  expect(bob()).toEqual([['locations all', 'notifications all', 'policies all']]);
  expect(ann()).toEqual([['locations all', 'lightning pool,gym', 'policies all']]);
  expect(wall()).toEqual([['locations all', 'lightning gym', 'policies all']]);
});

it('what is the same for many is the same for each of them, whoever comes first', async () => {
  const people = await Promise.all(
    Array.from({ length: 12 }, (_, i) => open(`/${i % 3 === 0 ? 'north' : 'south'}/person-${i}`)),
  );
  streams.publish('policies', ['south']);
  streams.publishLocations('lightning', [{ id: 'field', userId: 'person-1' }]);
  await expect.poll(() => people[11]?.(), waitOptions).toEqual([['policies all']]);
  expect(people[1]?.()).toEqual([['lightning field', 'policies all']]);
  for (const [i, changes] of people.entries())
    if (i !== 1) expect([i, changes()]).toEqual([i, i % 3 === 0 ? [] : [['policies all']]]);
});

it('a stream that is not read is ended and named once; one beside it that is read goes on', async () => {
  const read = await open('/first/reader');
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.on('error', () => {});
  socket.write('GET /first/sleeper HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await expect.poll(() => streams.size, waitOptions).toBe(2);
  // The system takes some megabytes before a write waits.
  const locations = Array.from({ length: 20_000 }, () => ({ id: 'a'.repeat(100), userId: 'sleeper' }));
  const manyIds = locations.map((location, index) => ({ ...location, id: `${location.id}${index}` }));
  for (let turn = 0; turn < 20 && streams.size === 2; turn++) {
    streams.publishLocations('lightning', manyIds);
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  socket.destroy();
  expect(unread).toEqual(['sleeper']);
  streams.publish('notifications', ['reader']);
  await expect.poll(read, waitOptions).toEqual([['notifications all']]);
});
