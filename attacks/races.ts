import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { call, inParallel } from './calls.ts';
import { addOrganization, addPerson, type Organization } from './organizations.ts';
import { policyBody } from './records/sample-bodies.ts';
import { few } from './servers.ts';
import type { Attacked } from './under-attack.ts';

export function attackWithRaces(attacked: Attacked): void {
  let ours: Organization;
  let key: string;
  /** Requests go to both processes in turn: a lock in the memory of one would not hold. */
  let origins: string[];
  let turn = 0;

  beforeAll(async () => {
    const { main, second, store } = attacked();
    origins = [main.url, second.url];
    ours = await addOrganization(main.url, store, 'qzraces');
    key = ours.people['super-admin'].key;
  });

  const send = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    by = key,
  ) => call(origins[turn++ % 2] ?? '', { method, path: `/api/${path}`, key: by, body, headers });
  const atOnce = (count: number, work: (index: number) => ReturnType<typeof send>) =>
    inParallel(Array.from({ length: count }), count, (_, index) => work(index));
  const statusesOf = (answers: readonly { status: number }[]) => {
    const counts: Record<number, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const place = { latitude: 44, longitude: -110 };

  test.each<[string, (revision: number) => Promise<(index: number) => ReturnType<typeof send>>]>([
    [
      'a policy',
      async () => {
        const id = await ours.make('policy');
        return (index) => send('PATCH', 'policy', { id, name: `editor ${index}`, revision: 1 });
      },
    ],
    [
      'a location',
      async () => {
        const id = await ours.make('location');
        return (index) => send('POST', 'location/Update', { id, label: `editor ${index}`, revision: 1 });
      },
    ],
    [
      'a group',
      async () => {
        const id = await ours.make('group');
        return (index) => send('POST', 'site/update', { id, name: `editor ${index} ${id}`, revision: 1 });
      },
    ],
    [
      'a notification user',
      async () => {
        const id = await ours.make('notificationUser');
        return (index) =>
          send('POST', 'notificationuser/update', { id, firstName: `editor ${index}`, revision: 1 });
      },
    ],
  ])('of ten editors of %s at once one wins and nine are refused', async (_name, make) => {
    const edit = await make(1);
    expect(statusesOf(await atOnce(10, edit))).toEqual({ 200: 1, 409: 9 });
  });

  test('the same request with one Idempotency-Key, twenty times at once, creates one record', async () => {
    const once = { 'idempotency-key': randomUUID() };
    const label = `once ${randomUUID()}`;
    const answers = await atOnce(20, () => send('POST', 'location/Add', { label, ...place }, once));
    expect(Object.keys(statusesOf(answers)).filter((status) => !['200', '409'].includes(status))).toEqual([]);
    const ids = new Set(
      answers.filter(({ status }) => status === 200).map(({ text }) => JSON.parse(text).data.id),
    );
    expect(ids.size).toBe(1);
    expect(await countLabels(label)).toBe(1);
    expect((await send('POST', 'location/Add', { label: 'other', ...place }, once)).status).toBe(409);
    expect((await send('POST', 'policy', policyBody('other', ours.ids.group), once)).status).toBe(409);
    expect(await countLabels('other')).toBe(0);
    // The key is the person's own: of somebody else it is another.
    const theirs = await send('POST', 'location/Add', { label, ...place }, once, ours.people.admin.key);
    expect(theirs.status).toBe(200);
    expect(ids.has(JSON.parse(theirs.text).data.id)).toBe(false);
  });

  test.each(['', 'x'.repeat(201), 'with space', 'ümlaut'])('%j is no Idempotency-Key', async (given) => {
    const label = `refused ${randomUUID()}`;
    const { status } = await send('POST', 'location/Add', { label, ...place }, { 'idempotency-key': given });
    expect(status).toBe(400);
    expect(await countLabels(label)).toBe(0);
  });

  test('names that are taken once are taken once, however many ask at once', async () => {
    const name = `group ${randomUUID()}`;
    const groups = await atOnce(12, (index) =>
      send('POST', 'site/add', { name: index % 2 ? name : name.toUpperCase() }),
    );
    expect(statusesOf(groups)).toEqual({ 200: 1, 409: 11 });
    const feed = `feed ${randomUUID()}`;
    const feeds = await atOnce(12, () => send('POST', 'ingest/feeds', { name: feed, vouches: false }));
    expect(statusesOf(feeds)).toEqual({ 200: 1, 409: 11 });
    const organizationLocationId = await ours.make('organizationLocation');
    const tied = await atOnce(12, (index) =>
      send('POST', 'location/Add', { label: `tied ${index}`, ...place, organizationLocationId }),
    );
    expect(statusesOf(tied)).toEqual({ 200: 1, 409: 11 });
  });

  test('of twenty deletions of one record at once one finds it', async () => {
    for (const [kind, path] of [
      ['location', 'location'],
      ['policy', 'policy'],
      ['webhook', 'Webhook'],
      ['station', 'WeatherStation'],
      ['strikeFeed', 'ingest/feeds'],
      ['notificationUser', 'notificationuser'],
    ] as const) {
      const id = await ours.make(kind);
      const answers = await atOnce(20, () => send('DELETE', `${path}/${id}`));
      expect(statusesOf(answers), kind).toEqual({ 200: 1, 404: 19 });
    }
  });

  test('a record that is changed while it is deleted is either gone or answered, never a fault', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => ours.make('policy')));
    const answers = await atOnce(24, (index) => {
      const id = ids[index % 6] ?? '';
      return index % 4 === 0
        ? send('DELETE', `policy/${id}`)
        : send('PATCH', 'policy', { id, name: `race ${index}`, sites: [ours.ids.group] });
    });
    expect(answers.filter(({ status }) => ![200, 404, 409].includes(status)).map(({ text }) => text)).toEqual(
      [],
    );
  });

  test('a group that is deleted while people and places come into it keeps none of them', async () => {
    for (let round = 0; round < 3; round++) {
      const id = await ours.make('group');
      const notificationUser = await ours.make('notificationUser');
      const answers = await Promise.all([
        send('POST', `site/delete/${id}`),
        send('POST', 'notificationuser/update', { id: notificationUser, siteId: id }),
        send('POST', 'organizationLocation/Sites', {
          organizationLocationId: ours.ids.organizationLocation,
          sites: [id],
        }),
        send('POST', 'policy', policyBody('race', id)),
      ]);
      expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
      const { rows } = await attacked().store.pool.query(
        'select 1 from users u where u.group_id = $1 and not exists (select 1 from groups g where g.id = $1)',
        [id],
      );
      expect(rows).toEqual([]);
    }
  });

  test('the limit of locations of a person holds against forty at once', async () => {
    const { store, second } = attacked();
    const { key: own } = await addPerson(store, ours.id, { role: 'customer', name: 'raced' });
    const add = (index: number) =>
      call(second.url, {
        ...{ method: 'POST', path: '/api/location/Add', key: own },
        body: { label: `raced ${index}`, ...place },
      });
    // Connections of one address are limited on that server.
    const answers = await inParallel(Array.from({ length: 2 * few.locations }), 20, (_, index) => add(index));
    expect(statusesOf(answers)).toEqual({ 200: few.locations, 409: few.locations });
    const listed = await send('GET', 'location', undefined, {}, own);
    expect(JSON.parse(listed.text).data).toHaveLength(few.locations);
  });

  test('the limit of webhooks of an organization holds against forty at once', async () => {
    const add = () =>
      atOnce(40, (index) => send('POST', 'Webhook', { url: `https://hooks.invalid/${index}` }));
    for (let round = 0; round < 2; round += 1) expect(Object.keys(statusesOf(await add()))).toEqual(['200']);
    const answers = await add();
    expect(Object.keys(statusesOf(answers)).sort()).toEqual(['200', '409']);
    expect(JSON.parse((await send('GET', 'Webhook')).text).data).toHaveLength(100);
  });

  test('the limit of browsers of a person holds against forty at once', async () => {
    const subscription = (index: number) => ({
      endpoint: `https://push.invalid/${randomUUID()}/${index}`,
      keys: {
        p256dh: Buffer.alloc(65, 4).toString('base64url'),
        auth: Buffer.alloc(16, 1).toString('base64url'),
      },
    });
    const answers = await atOnce(40, (index) => send('POST', 'Settings/Push', subscription(index)));
    expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
    const { text } = await send('GET', 'Settings/Push');
    expect(JSON.parse(text).data.subscriptions.length).toBeLessThanOrEqual(20);
  });

  test('the limit of event streams of a person holds against forty at once', async () => {
    const controllers = Array.from({ length: 40 }, () => new AbortController());
    const statuses = await inParallel(controllers, 40, async ({ signal }) => {
      const answer = await fetch(`${origins[0]}/api/events`, {
        ...{ headers: { authorization: `Bearer ${ours.people.customer.key}` }, signal },
      });
      return answer.status;
    });
    for (const controller of controllers) controller.abort();
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  async function countLabels(label: string): Promise<number> {
    const { text } = await send('GET', 'location');
    return (JSON.parse(text).data as { label: string }[]).filter((one) => one.label === label).length;
  }
}
