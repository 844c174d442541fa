import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { field } from '../../test/field-policy.ts';
import { writeTestNotice } from '../../test/notified-people.ts';
import { readMetrics } from '../../test/prometheus-reader.ts';
import { openTestServer, type TestServer, testChannels } from '../../test/test-server.ts';
import { openEngineSession } from '../platform/engine/engine-session.store.ts';

const minute = 60_000;
const deploy = (name: string) => new URL(`../../../deploy/${name}`, import.meta.url);

let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
beforeEach(async () => {
  server = await openTestServer(testChannels({ allowPrivateAddresses: true }), {
    // So that the metrics of the heartbeat are there; its loop does not run.
    overrides: { monitoring: { settings: { heartbeatUrl: 'http://127.0.0.1:1/' } } },
  });
  ours = await server.organization('Our District');
});
afterEach(() => server.close());

/** Of every metric that was answered. */
const names = new Set<string>();
async function metrics() {
  const { body, statusCode } = await server.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(statusCode).toBe(200);
  for (const [, name = ''] of body.matchAll(/^# TYPE (\w+) /gm)) names.add(name);
  // The reader is one of plain figures, and those of node have values that are no numbers.
  const isOurs = (block: string) =>
    !/^# (TYPE \w+ (histogram|summary)$|HELP allclear_(nodejs|process)_)/m.test(block);
  const blocks = body.split(/^(?=# HELP )/m).filter(isOurs);
  return readMetrics(`${blocks.map((block) => block.trimEnd()).join('\n')}\n`);
}
async function samples(name: string, label = '') {
  const found = (await metrics()).get(`allclear_${name}`);
  return Object.fromEntries((found?.samples ?? []).map(({ labels, value }) => [labels[label] ?? '', value]));
}
const addPlace = (name: string, at: { latitude: number; longitude: number }) =>
  server.store.db
    .insertInto('organization_locations')
    .values({ organization_id: ours.organizationId, name, ...at, created_at: new Date() })
    .execute();
const addDevice = (name: string, enabled = true) =>
  server.store.db
    .insertInto('hardware_units')
    .values({
      ...{ organization_id: ours.organizationId, name, model: 'OWS', driver: 'shelly', enabled },
      ...{ address: '192.0.2.1', created_at: new Date(), updated_at: new Date() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();

test('say for how long lightning around a place was last unobserved, and never 0 where it never was', async () => {
  await addPlace('Field', field);
  await addPlace('Beyond every feed', { latitude: 28, longitude: 150 });
  expect(await samples('unobserved_seconds', 'kind')).toEqual({
    ...{ 'organization-location': Number.POSITIVE_INFINITY, location: 0 },
  });
  const begin = server.clock.now();
  await server.batch(begin - 60 * minute, begin);
  expect(await samples('unobserved_seconds', 'kind')).toMatchObject({ 'organization-location': 0 });
  server.clock.advance(4 * minute);
  expect(await samples('unobserved_seconds', 'kind')).toMatchObject({ 'organization-location': 240 });
  const places = (await metrics()).get('allclear_places')?.samples ?? [];
  expect(places.filter(({ labels }) => labels.kind === 'organization-location')).toEqual([
    { labels: { kind: 'organization-location', lightning: 'observed' }, value: 0 },
    { labels: { kind: 'organization-location', lightning: 'unobserved' }, value: 1 },
    { labels: { kind: 'organization-location', lightning: 'not-covered' }, value: 1 },
  ]);
});

test('say how long the oldest notice has waited, and nothing of those that are taken', async () => {
  expect(await samples('oldest_unsent_notice_seconds')).toEqual({ '': 0 });
  await writeTestNotice(server.store.db, {
    ...{ organizationId: ours.organizationId, userIds: [ours.people.admin.id], fallbackChains: [['email']] },
  });
  await server.store.db
    .updateTable('deliveries')
    .set({ created_at: new Date(Date.now() - 90_000) })
    .execute();
  const { '': waited } = await samples('oldest_unsent_notice_seconds');
  expect(waited).toBeGreaterThanOrEqual(90);
  expect(waited).toBeLessThan(110);
  await server.store.db.updateTable('deliveries').set({ state: 'accepted' }).execute();
  expect(await samples('oldest_unsent_notice_seconds')).toEqual({ '': 0 });
});

test('count enabled devices by whether they answered last, of all organizations', async () => {
  const [silent, answering, disabled] = [
    await addDevice('Silent'),
    await addDevice('Answering'),
    await addDevice('Disabled', false),
  ];
  await addDevice('New');
  const asked = new Date();
  const status = (unit: { id: string }, failing: boolean) => ({
    ...{ unit_id: unit.id, organization_id: ours.organizationId, asked_at: asked },
    ...(failing ? { failure: 'It does not answer.', failing_since: asked } : { last_contact_at: asked }),
  });
  await server.store.db
    .insertInto('hardware_status')
    .values([status(silent, true), status(answering, false), status(disabled, true)])
    .execute();
  expect(await samples('devices', 'state')).toEqual({ answering: 1, silent: 1, unasked: 1 });
});

test('say whether any process is the engine, how full the disk is, and how old the last backup', async () => {
  expect(await samples('engine_active')).toEqual({ '': 0 });
  const session = await openEngineSession(server.store.url, () => {});
  expect(await session.tryLead()).toBe(true);
  expect(await samples('engine_active')).toEqual({ '': 1 });
  await session.close();
  const disk = await samples('data_disk_bytes', 'space');
  expect(disk.free).toBeGreaterThan(0);
  expect(disk.total).toBeGreaterThan(disk.free ?? 0);
  expect(await samples('backup_age_seconds')).toEqual({});
  await writeFile(
    path.join(server.platform.settings.data, 'last-backup.json'),
    JSON.stringify({ at: new Date(Date.now() - 3_600_000).toISOString(), file: '/x' }),
  );
  expect((await samples('backup_age_seconds'))['']).toBeCloseTo(3_600, -2);
});

/** The names of metrics of ours in an expression of PromQL. */
const namesIn = (expression: string) => expression.match(/\ballclear_\w+/g) ?? [];
/** As samples and histograms are named in expressions. */
const baseOf = (name: string) => name.replace(/_(bucket|sum|count)$/, '');

describe('the files for Prometheus and Grafana', () => {
  interface Rule {
    alert: string;
    expr: string;
    for: string;
    labels: Record<string, string>;
    annotations: Record<string, string>;
  }
  const readRules = async () =>
    parse(await readFile(deploy('prometheus-rules.yaml'), 'utf8'), { strict: true, uniqueKeys: true }) as {
      groups: { name: string; rules: Rule[] }[];
    };
  interface Panel {
    id: number;
    type: string;
    title: string;
    gridPos: Record<'x' | 'y' | 'w' | 'h', number>;
    targets: { refId: string; expr: string }[];
    datasource: object;
  }
  const readBoard = async () =>
    JSON.parse(await readFile(deploy('grafana.json'), 'utf8')) as {
      uid: string;
      title: string;
      schemaVersion: number;
      templating: { list: { name: string; type: string }[] };
      panels: Panel[];
    };

  test('name only metrics that the server has', async () => {
    await metrics();
    const rules = (await readRules()).groups.flatMap((group) => group.rules);
    const used = [
      ...rules.map(({ expr }) => expr),
      ...(await readBoard()).panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ].flatMap(namesIn);
    expect(used.length).toBeGreaterThan(20);
    expect([...new Set(used.map(baseOf))].filter((name) => !names.has(name))).toEqual([]);
  });

  test('the rules have what Prometheus requires, and one for each way in which people are hurt', async () => {
    const { groups, ...rest } = await readRules();
    expect(rest).toEqual({});
    for (const { name, rules, ...more } of groups) {
      expect(name).toMatch(/^[a-z]+$/);
      expect(more).toEqual({});
      for (const rule of rules) {
        expect(Object.keys(rule).sort(), rule.alert).toEqual([
          'alert',
          'annotations',
          'expr',
          'for',
          'labels',
        ]);
        expect(rule.alert).toMatch(/^Allclear[A-Z]\w+$/);
        expect(rule.for).toMatch(/^\d+[smh]$/);
        expect(rule.labels.severity).toMatch(/^(critical|warning)$/);
        expect(Object.keys(rule.annotations).sort()).toEqual(['description', 'summary']);
        for (const [open, close] of ['()', '{}', '[]'])
          expect(rule.expr.split(open ?? '').length, rule.expr).toBe(rule.expr.split(close ?? '').length);
      }
    }
    const rules = groups.flatMap((group) => group.rules);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    const expressionOf = (alert: string) => rules.find((rule) => rule.alert === alert)?.expr;
    expect(expressionOf('AllclearPlaceUnobserved')).toContain('allclear_unobserved_seconds) > 180');
    expect(expressionOf('AllclearNoticeUnsent')).toContain('allclear_oldest_unsent_notice_seconds) > 60');
    expect(expressionOf('AllclearDeviceSilent')).toContain('allclear_devices{state="silent"}');
    expect(expressionOf('AllclearNoEngine')).toContain('allclear_engine_active) == 0');
    expect(expressionOf('AllclearHeartbeatNotTaken')).toContain('allclear_heartbeat_age_seconds');
    expect(expressionOf('AllclearDiskFull')).toContain('allclear_data_disk_bytes');
  });

  test('the board has what Grafana requires: panels of their own place, each with a source and a question', async () => {
    const board = await readBoard();
    expect(board).toMatchObject({ uid: 'allclear', title: 'Allclear', schemaVersion: expect.any(Number) });
    expect(board.templating.list).toMatchObject([{ name: 'datasource', type: 'datasource' }]);
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
    const taken = new Set<string>();
    for (const { type, title, gridPos, targets, datasource } of board.panels) {
      expect(['stat', 'timeseries'], title).toContain(type);
      expect(datasource).toEqual({ type: 'prometheus', uid: expect.stringMatching(/^\$\{datasource\}$/) });
      expect(targets.length).toBeGreaterThan(0);
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken.has(`${x} ${y}`), `${title} lies over another panel`).toBe(false);
          taken.add(`${x} ${y}`);
        }
    }
  });
});
