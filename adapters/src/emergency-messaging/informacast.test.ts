import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLiveHttpClient } from '../http-client/index.ts';
import { createInformacast } from './informacast.ts';
import type { EmergencyMessaging, LaunchRequest } from './port.ts';
import {
  type InformacastSimulator,
  openInformacastSimulator,
  simulatedSites,
} from './stand-in-informacast.ts';

const never = new AbortController().signal;
const client = { clientId: 'allclear', clientSecret: 's3cret' };
const byClient = { kind: 'client', ...client, audience: 'provider-1' } as const;
const http = openLiveHttpClient({ userAgent: 'Allclear test' });
const scenarios = Array.from({ length: 250 }, (_, i) => ({ id: `s${i}`, name: `Scenario ${i + 100}` }));

let simulator: InformacastSimulator;
let messaging: EmergencyMessaging;
beforeEach(async () => {
  simulator = await openInformacastSimulator({ client, scenarios, lateMs: 600 });
  messaging = createInformacast({ http, url: simulator.url, timeoutMs: 300 });
});
afterEach(() => simulator.close());
afterAll(() => http.close());

const byToken = () => ({ kind: 'token', token: simulator.token }) as const;
const launch: LaunchRequest = {
  ...{ scenarioId: 's7', siteName: 'Main Campus', reference: '1a2b3c4d' },
  text: 'Lightning at Stadium (Allclear 1a2b3c4d)',
};
const search = (more: object = {}) => ({
  ...{ scenarioId: 's7', reference: '1a2b3c4d', triedAt: Date.now(), otherIds: [] },
  ...more,
});

describe('a credential', () => {
  test('that was pasted is sent with each request', async () => {
    expect(await messaging.verify(byToken(), never)).toEqual({ kind: 'answer', value: null });
    expect(await messaging.verify({ kind: 'token', token: 'wrong' }, never)).toMatchObject({
      ...{ kind: 'failed', because: 'credential', detail: 'InformaCast does not accept the token.' },
    });
  });
  test('of a client fetches a token once, and another one when it is refused', async () => {
    expect(await messaging.verify(byClient, never)).toMatchObject({ kind: 'answer' });
    expect(await messaging.sites(byClient, never)).toMatchObject({ kind: 'answer' });
    expect(simulator.requests.filter((one) => one === 'POST /token')).toHaveLength(1);
    simulator.setToken('another');
    expect(await messaging.launch(launch, byClient, never)).toMatchObject({ kind: 'launched' });
    expect(simulator.requests.filter((one) => one === 'POST /token')).toHaveLength(2);
    expect(simulator.launches).toHaveLength(1);
  });
  test('of a client is refused after one new token', async () => {
    await messaging.verify(byClient, never);
    simulator.fail('/v1/sites', 'unauthorized', 'unauthorized', 'unauthorized');
    expect(await messaging.sites(byClient, never)).toMatchObject({ because: 'credential' });
    expect(simulator.requests.filter((one) => one === 'POST /token')).toHaveLength(2);
    const wrong = { ...byClient, clientSecret: 'other' };
    const answer = await messaging.verify(wrong, never);
    expect(answer).toMatchObject({ because: 'credential' });
    expect(JSON.stringify(answer)).not.toContain('other');
  });
});

test('lists are read whole, by name', async () => {
  const answer = await messaging.scenarios(byToken(), never);
  expect(answer.kind === 'answer' && answer.value).toEqual(scenarios);
  expect(simulator.requests.filter((one) => one === 'GET /v1/scenarios')).toHaveLength(3);
  expect(await messaging.sites(byToken(), never)).toEqual({ kind: 'answer', value: [...simulatedSites] });
});

describe('a question that fails', () => {
  test.each([
    ['forbidden', 'forbidden', null],
    ['busy', 'busy', 1_000],
    ['error', 'unavailable', null],
    ['html', 'malformed', null],
    ['lost', 'unavailable', null],
    ['half', 'unavailable', null],
    ['late', 'unavailable', null],
    ['silent', 'unavailable', null],
  ] as const)('%s: %s, wait %s', async (fault, because, retryAfterMs) => {
    simulator.fail('/v1/sites', fault);
    const answer = await messaging.sites(byToken(), never);
    expect(answer).toMatchObject({ kind: 'failed', because, retryAfterMs });
    expect(JSON.stringify(answer)).not.toContain(simulator.token);
  });
  test('nobody there', async () => {
    const nobody = createInformacast({ http, url: 'http://127.0.0.1:1' });
    expect(await nobody.sites(byToken(), never)).toMatchObject({ because: 'unavailable' });
    expect(await nobody.isSimulator(never)).toBe(false);
  });
});

describe('a launch', () => {
  test('fills the fields of the scenario for the site and the message', async () => {
    const outcome = await messaging.launch(launch, byToken(), never);
    const [made] = simulator.launches;
    expect(outcome).toEqual({
      ...{ kind: 'launched', notificationId: made?.id, detail: 'InformaCast launched it.' },
    });
    expect(made).toMatchObject({
      scenarioId: 's7',
      fields: [
        { fieldId: 'field-site', answer: 'Main Campus' },
        { fieldId: 'field-message', answer: launch.text },
      ],
    });
  });
  test.each([
    ['unauthorized', 'refused', 0],
    ['forbidden', 'refused', 0],
    ['busy', 'not-launched', 0],
    ['error', 'unknown', 0],
    ['html', 'unknown', 0],
    ['silent', 'unknown', 0],
    ['lost', 'unknown', 1],
    ['half', 'unknown', 1],
    ['late', 'unknown', 1],
  ] as const)('that ends %s is %s, launched %i times', async (fault, kind, count) => {
    simulator.fail('/v1/scenario-notifications', fault);
    expect(await messaging.launch(launch, byToken(), never)).toMatchObject({ kind });
    expect(simulator.launches).toHaveLength(count);
    expect(simulator.requests.filter((one) => one.startsWith('POST'))).toHaveLength(1);
    const found = await messaging.findLaunch(search(), byToken(), never);
    expect(found).toEqual({ kind: 'answer', value: simulator.launches[0]?.id ?? null });
  });
  test('of a scenario that is gone is refused, and nothing is launched', async () => {
    const outcome = await messaging.launch({ ...launch, scenarioId: 'gone' }, byToken(), never);
    expect(outcome).toMatchObject({ kind: 'refused', because: 'missing' });
    expect(simulator.launches).toEqual([]);
  });
  test('is not sent while its scenario cannot be read', async () => {
    simulator.fail('/v1/scenarios/', 'error');
    expect(await messaging.launch(launch, byToken(), never)).toMatchObject({ kind: 'not-launched' });
    expect(simulator.requests.filter((one) => one.startsWith('POST'))).toEqual([]);
  });
});

describe('a launch whose answer was lost', () => {
  test('is found among many, by its reference', async () => {
    for (let i = 0; i < 130; i++)
      await messaging.launch({ ...launch, text: `Another ${i}`, reference: 'none' }, byToken(), never);
    await messaging.launch(launch, byToken(), never);
    const { id } = simulator.launches.at(-1)!;
    expect(await messaging.findLaunch(search(), byToken(), never)).toEqual({ kind: 'answer', value: id });
  });
  test('is found by scenario and time where no field takes the reference, but not a known or an old one', async () => {
    await messaging.launch({ ...launch, text: 'Without' }, byToken(), never);
    const { id } = simulator.launches[0]!;
    const find = async (more: object) => messaging.findLaunch(search(more), byToken(), never);
    expect(await find({})).toEqual({ kind: 'answer', value: id });
    expect(await find({ otherIds: [id] })).toEqual({ kind: 'answer', value: null });
    expect(await find({ triedAt: Date.now() + 600_000 })).toEqual({ kind: 'answer', value: null });
    expect(await find({ scenarioId: 's8' })).toEqual({ kind: 'answer', value: null });
  });
  test('is not known while the list cannot be read', async () => {
    simulator.fail('/v1/notifications', 'error');
    expect(await messaging.findLaunch(search(), byToken(), never)).toMatchObject({ kind: 'failed' });
  });
});

test('a simulator proves itself, a real system does not', async () => {
  expect(await messaging.isSimulator(never)).toBe(true);
  simulator.admitsSimulator = false;
  expect(await messaging.isSimulator(never)).toBe(false);
  simulator.admitsSimulator = true;
  simulator.fail('/allclear-simulator', 'html');
  expect(await messaging.isSimulator(never)).toBe(false);
});
