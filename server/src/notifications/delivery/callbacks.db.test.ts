import { createHmac } from 'node:crypto';
import { openStandInTwilio, type StandInTwilio } from '@allclear/adapters/delivery/stand-in-twilio.ts';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testSecrets } from '../../../test/actor.ts';
import { addPeople, eventually, writeTestNotice } from '../../../test/notified-people.ts';
import { type SmsGateway, startSmsGateway } from '../../../test/sms-gateway-stand-in.ts';
import { ask, openTestServer, type TestServer, testChannels } from '../../../test/test-server.ts';
import { startJobs } from '../../platform/jobs/start-jobs.ts';
import { deliveryJobs } from './delivery-jobs.ts';
import { AttemptCounts } from './metrics.ts';

const nobody = '00000000-0000-4000-8000-000000000000';
const account = { accountSid: 'AC0123', authToken: 'hush-hush' };
const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function openWithRecipients(delivery: Parameters<typeof testChannels>[0]) {
  const server = await openTestServer(testChannels({ allowPrivateAddresses: true, ...delivery }, 'demo'));
  const working = startJobs({
    url: server.store.url,
    jobs: deliveryJobs({ channels: server.channels, counts: new AttemptCounts(), secrets: testSecrets }),
    log: pino({ level: 'silent' }),
  });
  opened.push(server.close, working.stop);
  const people = await addPeople(server.store.db, 1);
  const deliveries = (noticeId: string) =>
    server.store.db
      .selectFrom('deliveries')
      .selectAll()
      .where('notice_id', '=', noticeId)
      .orderBy('created_at')
      .execute();
  /** Notifies one person by SMS, with email as the fallback, and waits until the provider has it. */
  const notifyBySms = async () => {
    const noticeId = (await writeTestNotice(server.store.db, {
      ...people,
      fallbackChains: [['sms', 'email']],
    }))!;
    await eventually(async () => expect(await deliveries(noticeId)).toMatchObject([{ state: 'accepted' }]));
    return { noticeId, sms: (await deliveries(noticeId))[0]! };
  };
  return { server, people, notifyBySms, deliveries };
}

describe('Twilio', () => {
  let twilio: StandInTwilio;
  beforeAll(async () => {
    twilio = await openStandInTwilio({ ...account, now: Date.now });
  });
  afterAll(() => twilio.close());

  const sign = (url: string, fields: Record<string, string>, token = account.authToken) => {
    const text = Object.keys(fields)
      .sort()
      .map((name) => name + fields[name])
      .join('');
    return createHmac('sha1', token)
      .update(url + text)
      .digest('base64');
  };
  async function report(server: TestServer, id: string, fields: Record<string, string>, signature?: string) {
    const path = `/api/Delivery/Twilio/${id}`;
    const answer = await server.app.inject({
      method: 'POST',
      url: path,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signature ?? sign(`http://localhost:8080${path}`, fields),
      },
      payload: new URLSearchParams(fields).toString(),
    });
    return answer.statusCode;
  }
  const open = () =>
    openWithRecipients({ sms: { kind: 'twilio', ...account, from: '+18135550100', apiUrl: twilio.url } });

  test('it is told where to report; a delivered message is delivered, whatever comes after', async () => {
    const { server, notifyBySms, deliveries } = await open();
    const { noticeId, sms } = await notifyBySms();
    expect(twilio.forms.at(-1)!.get('StatusCallback')).toBe(
      `http://localhost:8080/api/Delivery/Twilio/${sms.id}`,
    );
    const fields = (state: string) => ({ MessageSid: sms.provider_id!, MessageStatus: state });
    expect(await report(server, sms.id, fields('sent'))).toBe(200);
    expect(await deliveries(noticeId)).toMatchObject([{ state: 'accepted', provider_state: 'sent' }]);
    expect(await report(server, sms.id, fields('delivered'))).toBe(200);
    for (const late of ['sent', 'undelivered', 'queued'])
      expect(await report(server, sms.id, fields(late))).toBe(200);
    expect(await deliveries(noticeId)).toMatchObject([
      { state: 'delivered', provider_state: 'delivered', last_error: null },
    ]);
  });

  test('an undelivered message passes on to the next channel, once', async () => {
    const { server, notifyBySms, deliveries } = await open();
    const { noticeId, sms } = await notifyBySms();
    const fields = { MessageSid: sms.provider_id!, MessageStatus: 'undelivered', ErrorCode: '30003' };
    expect(await Promise.all([1, 2, 3].map(() => report(server, sms.id, fields)))).toEqual([200, 200, 200]);
    await eventually(async () =>
      expect(await deliveries(noticeId)).toMatchObject([
        {
          channel: 'sms',
          state: 'failed',
          provider_state: 'undelivered',
          last_error: expect.stringContaining('30003'),
        },
        { channel: 'email', state: 'accepted', vendor: 'mailbox' },
      ]),
    );
  });

  test('who cannot sign is refused, and a message that is nobody’s does not exist', async () => {
    const { server, notifyBySms, deliveries } = await open();
    const { noticeId, sms } = await notifyBySms();
    const fields = { MessageSid: sms.provider_id!, MessageStatus: 'delivered' };
    const path = `http://localhost:8080/api/Delivery/Twilio/${sms.id}`;
    for (const signature of [
      '',
      'x',
      sign(path, fields, 'other'),
      sign(path, { ...fields, MessageStatus: 'failed' }),
    ]) {
      expect(await report(server, sms.id, fields, signature)).toBe(403);
    }
    expect(await report(server, nobody, fields)).toBe(404);
    expect(await report(server, 'x', fields)).toBe(404);
    expect(
      (await ask(server.app, 'POST', `/api/Delivery/Gateway/${sms.id}`, { body: { status: 'delivered' } }))
        .status,
    ).toBe(404);
    expect(await deliveries(noticeId)).toMatchObject([{ state: 'accepted', provider_state: null }]);
    // Forms are read here and nowhere else.
    const form = {
      method: 'POST',
      url: '/api/Webhook',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'url=x',
    } as const;
    expect([401, 415]).toContain((await server.app.inject(form)).statusCode);
  });
});

describe('the generic gateway', () => {
  let gateway: SmsGateway;
  beforeAll(async () => {
    gateway = await startSmsGateway();
  });
  afterAll(() => gateway.close());

  async function report(
    server: TestServer,
    id: string,
    body: object,
    { secret = 'hush', at = Date.now() } = {},
  ) {
    const payload = JSON.stringify(body);
    const timestamp = String(Math.floor(at / 1000));
    const signature = `sha256=${createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')}`;
    const headers = {
      'content-type': 'application/json',
      'x-allclear-timestamp': timestamp,
      'x-allclear-signature': signature,
    };
    return (await server.app.inject({ method: 'POST', url: `/api/Delivery/Gateway/${id}`, headers, payload }))
      .statusCode;
  }
  const open = () => openWithRecipients({ sms: { kind: 'gateway', url: gateway.url, secret: 'hush' } });

  test('signed reports count; unsigned, foreign, old and odd ones do not', async () => {
    const { server, notifyBySms, deliveries } = await open();
    const { noticeId, sms } = await notifyBySms();
    expect(await report(server, sms.id, { status: 'delivered' }, { secret: 'other' })).toBe(403);
    expect(await report(server, sms.id, { status: 'delivered' }, { at: Date.now() - 3_600_000 })).toBe(403);
    expect(
      (await ask(server.app, 'POST', `/api/Delivery/Gateway/${sms.id}`, { body: { status: 'delivered' } }))
        .status,
    ).toBe(403);
    expect(await report(server, sms.id, { status: 'teleported' })).toBe(400);
    expect(await deliveries(noticeId)).toMatchObject([{ state: 'accepted', provider_state: null }]);
    expect(await report(server, sms.id, { status: 'delivered', reason: null })).toBe(200);
    expect(await deliveries(noticeId)).toMatchObject([{ state: 'delivered' }]);
  });

  test('a report that comes before the answer says that the provider has it: it is not sent again', async () => {
    const { server, people, deliveries } = await open();
    gateway.behave = () => ({ silent: true, afterMs: 600 });
    const noticeId = (await writeTestNotice(server.store.db, {
      ...people,
      fallbackChains: [['sms', 'email']],
    }))!;
    const before = gateway.requests.length;
    await eventually(() => expect(gateway.requests.length).toBe(before + 1));
    const [sms] = await deliveries(noticeId);
    expect(await report(server, sms!.id, { status: 'sent' })).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await deliveries(noticeId)).toMatchObject([
      { state: 'accepted', provider_state: 'sent', attempts: 1 },
    ]);
    expect(gateway.requests.length).toBe(before + 1);
    gateway.behave = () => undefined;
  });
});
