import { createHmac, randomUUID } from 'node:crypto';
import { openStandInTwilio, type StandInTwilio } from '@allclear/adapters/delivery/stand-in-twilio.ts';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testActor, testSecrets } from '../../../test/actor.ts';
import { auditEntriesOf } from '../../../test/audit/audit-entries.ts';
import { eventually } from '../../../test/notified-people.ts';
import { ask, openTestServer, startAt, type TestServer, testChannels } from '../../../test/test-server.ts';
import { deliveryJobs } from '../../notifications/delivery/delivery-jobs.ts';
import { AttemptCounts } from '../../notifications/delivery/metrics.ts';
import { responseCodes } from '../../notifications/index.ts';
import { startJobs } from '../../platform/jobs/start-jobs.ts';
import { takeDueStep } from '../steps.store.ts';
import { dropOldReceivedSms } from './received-sms.store.ts';

const minute = 60_000;
const account = { accountSid: 'AC0123', authToken: 'hush-hush' };
const path = '/api/ReceivedSms/Twilio';
/** As the provider knows the address, whatever a proxy passes on. */
const address = `http://localhost:8080${path}`;
const refused =
  'Not counted. Reply with the code of the newest message that asks you, or open its link. In an emergency call the emergency number.';

let twilio: StandInTwilio;
let server: TestServer;
/** A second process on the same database. */
let other: TestServer;
let listening: string;
let stopJobs: () => Promise<unknown>;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let theirs: typeof ours;
let counter = 0;
/** Of the customer. */
let number = '';

beforeAll(async () => {
  twilio = await openStandInTwilio({ ...account, now: Date.now });
  const sms = { kind: 'twilio', ...account, from: '+18135550100', apiUrl: twilio.url } as const;
  const channels = testChannels({ allowPrivateAddresses: true, sms: { ...sms, takesResponses: true } });
  server = await openTestServer(channels);
  other = await openTestServer(channels, { databaseUrl: server.store.url });
  listening = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const jobs = deliveryJobs({ channels: server.channels, counts: new AttemptCounts(), secrets: testSecrets });
  ({ stop: stopJobs } = startJobs({ url: server.store.url, jobs, log: pino({ level: 'silent' }) }));
});
afterAll(async () => {
  await stopJobs();
  await other.close();
  await server.close();
  await twilio.close();
});
beforeEach(async () => {
  counter += 1;
  server.clock.set(startAt);
  await rowsOf('update response_requests set next_step_at = null');
  ours = await server.organization(`Ours ${counter}`);
  theirs = await server.organization(`Theirs ${counter}`);
  number = numberOf(1);
  await setNumber(ours.people.customer.id, number);
});

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await server.store.pool.query(text, values)).rows;
/** A number of its own for each test. */
const numberOf = (index: number) => `+1813${String(2_000_000 + counter * 100 + index)}`;
const setNumber = (id: string, phoneNumber: string | null) =>
  rowsOf(
    'update users set phone_number = $2, sms_notifications = true, notification_type = 1 where id = $1',
    [id, phoneNumber],
  );
const call = (method: 'GET' | 'POST' | 'PUT', route: string, key: string, body?: object) =>
  ask(server.app, method, `/api/${route}`, { key, ...(body ? { body } : {}) });

/** Sends a message that asks for a response; answers with the id of the request. */
async function send(recipients: readonly string[], changes: object = {}, from = ours): Promise<string> {
  const form = {
    ...{ headline: 'Go inside', message: 'Go inside now.', senderText: 'The desk', recipients },
    ...{ asksResponse: true, key: randomUUID(), ...changes },
  };
  const { status, body } = await call('POST', 'Communication/Mass/Send', from.people.admin.key, form);
  expect([status, body.responseException]).toEqual([200, undefined]);
  return body.data.responseRequestId;
}
const codeOf = (id: string, userId = ours.people.customer.id) => responseCodes(testSecrets, id, userId)[0];
/** A code that is not one of these requests. */
function wrongCode(...codes: string[]): string {
  for (let value = 100_000; ; value += 1) if (!codes.includes(String(value))) return String(value);
}

interface Sms {
  readonly text: string;
  readonly from?: string;
  readonly sid?: string;
  readonly to?: TestServer;
  readonly signature?: string;
  readonly fields?: Record<string, string>;
}
function formOf({ text, from = number, sid = `SM${randomUUID()}`, fields = {} }: Sms) {
  return {
    ...{ MessageSid: sid, SmsSid: sid, SmsStatus: 'received', AccountSid: account.accountSid, From: from },
    ...{
      To: '+18135550100',
      Body: text,
      NumMedia: '0',
      NumSegments: '1',
      ApiVersion: '2010-04-01',
      ...fields,
    },
  };
}
function signatureOf(fields: Record<string, string>, token = account.authToken) {
  const text = Object.keys(fields)
    .sort()
    .map((name) => name + fields[name])
    .join('');
  return createHmac('sha1', token)
    .update(address + text)
    .digest('base64');
}
/** Passes an SMS on as Twilio does. */
function post(sms: Sms) {
  const fields = formOf(sms);
  return (sms.to ?? server).app.inject({
    ...{ method: 'POST', url: path, remoteAddress: '203.0.113.9' },
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'x-twilio-signature': sms.signature ?? signatureOf(fields),
    },
    payload: new URLSearchParams(fields).toString(),
  });
}
/** The reply to an SMS; null for none. */
async function reply(text: string, sms: Omit<Sms, 'text'> = {}): Promise<string | null> {
  const answer = await post({ text, ...sms });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8']);
  const found = /^<\?xml[^>]+\?><Response>(?:<Message>(.*)<\/Message>)?<\/Response>$/s.exec(answer.body);
  expect(found).not.toBeNull();
  return found?.[1] ?? null;
}
const view = async (id: string, key = ours.people.admin.key) =>
  (await call('GET', `Response/Request/${id}`, key)).body.data;
const tallyOf = async (id: string, key = ours.people.admin.key) => {
  const { asked, noResponse, read, inside, help } = await view(id, key);
  return { asked, noResponse, read, inside, help };
};
const responsesOf = (id: string) =>
  rowsOf('select user_id, kind, place, way, is_change from responses where request_id = $1 order by at', [
    id,
  ]);
const helpNotices = (id: string) =>
  rowsOf(
    `select n.text, array_agg(o.user_id) as notified from notices n join notifications o on o.notice_id = n.id
     where n.kind = 'response-help' and n.correlation_id = $1 group by n.id order by n.written_at`,
    [id],
  );
const securityOf = (lines: readonly string[]) =>
  lines.map((line) => JSON.parse(line)).filter(({ security }) => security === true);

describe('a code', () => {
  test('is in the SMS of each person, and with it the person responds through a real request, which stops what is pending', async () => {
    const steps = [{ target: { kind: 'desk' }, afterMinutes: 5 }];
    await call('PUT', 'Response/Escalation', ours.people.admin.key, { steps, revision: 0 });
    const id = await send([ours.people.customer.id]);
    await eventually(() => expect(twilio.messages.some(({ to }) => to === number)).toBe(true));
    const { body: text } = twilio.messages.find(({ to }) => to === number)!;
    const [, code = ''] = /Or reply (\d{6}) READ, \1 INSIDE \+ where, or \1 HELP\.$/.exec(text) ?? [];
    expect(code).toBe(codeOf(id));
    expect(text).toContain('/respond#acr_');
    const loggedBefore = server.logged.length;
    const fields = formOf({ text: `${code} INSIDE + North gym` });
    const began = performance.now();
    const answer = await fetch(`${listening}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signatureOf(fields),
        // Of a proxy; the signature is over the configured address.
        host: 'inside.example',
      },
      body: new URLSearchParams(fields).toString(),
    });
    expect([answer.status, await answer.text()]).toEqual([
      200,
      '<?xml version="1.0" encoding="UTF-8"?><Response><Message>You responded: We are inside at North gym.</Message></Response>',
    ]);
    expect(await view(id)).toMatchObject({ inside: 1, noResponse: 0, nextStepUtc: null });
    expect(performance.now() - began).toBeLessThan(2_000);
    server.clock.advance(60 * minute);
    expect(await takeDueStep(server.store.db, testActor, server.clock.now())).toBe(false);
    const { people } = (await call('GET', `Response/Request/${id}/People`, ours.people.admin.key)).body.data;
    expect(people).toMatchObject([{ response: { kind: 'inside', place: 'North gym', way: 'sms' } }]);
    const entries = (await auditEntriesOf(server.store, ours.organizationId)).filter(
      ({ action }) => action === 'response.given',
    );
    expect(entries).toMatchObject([{ after: { kind: 'inside', way: 'sms' } }]);
    // No log has the code, the number or the text.
    const lines = server.logged.slice(loggedBefore).join('\n');
    for (const secret of [code, number, 'North gym']) expect(lines).not.toContain(secret);
  });

  test('is of one event and one person: two events at once have each their own', async () => {
    const { customer, admin } = ours.people;
    await setNumber(admin.id, numberOf(2));
    const first = await send([customer.id]);
    const second = await send([customer.id, ours.people['assistant-admin'].id], { headline: 'Storm' });
    expect(codeOf(first)).not.toBe(codeOf(second));
    expect(await reply(`${codeOf(first)} read`)).toBe('You responded: I have read it.');
    expect(await tallyOf(first)).toMatchObject({ read: 1 });
    expect(await tallyOf(second)).toMatchObject({ noResponse: 2 });
    expect(await reply(`${codeOf(second)} inside gym`)).toBe('You responded: We are inside at gym.');
    expect(await tallyOf(second)).toMatchObject({ inside: 1, noResponse: 1 });
  });

  test('works in a drill, and the reply says so', async () => {
    const id = await send([ours.people.customer.id], { isDrill: true });
    expect(await reply(`${codeOf(id)} HELP`)).toBe(
      'This is a drill. You responded: I need help. The desk was notified. In an emergency call the emergency number as well.',
    );
    expect((await helpNotices(id))[0]?.text).toMatch(/^This is a drill\. /);
  });

  test('help counts before inside, unless the person changes it', async () => {
    const id = await send([ours.people.customer.id]);
    const code = codeOf(id);
    await reply(`${code} help second floor`);
    expect(await reply(`${code} inside gym`)).toBe(
      `Your response is still: I need help. To change it reply ${code} CHANGE INSIDE + where, or ${code} CHANGE READ.`,
    );
    expect(await tallyOf(id)).toMatchObject({ help: 1, inside: 0 });
    expect(await reply(`${code} change inside gym`)).toBe('You responded: We are inside at gym.');
    expect(await tallyOf(id)).toMatchObject({ help: 0, inside: 1 });
  });

  test('without a word, or inside without a place, counts as nothing and says how', async () => {
    const id = await send([ours.people.customer.id]);
    const code = codeOf(id);
    expect(await reply(`${code} INSIDE`)).toBe(
      `Not counted: say where you are inside. Reply ${code} INSIDE + where.`,
    );
    for (const text of [code, `${code} ok`, `${code} we are not inside`])
      expect(await reply(text)).toBe(
        `Not counted. Reply ${code} READ, ${code} INSIDE + where, or ${code} HELP.`,
      );
    expect(await responsesOf(id)).toEqual([]);
  });

  test('with any text after it counts, and what is stored can be shown', async () => {
    const id = await send([ours.people.customer.id]);
    const code = codeOf(id);
    const odd = [
      '🏠'.repeat(300),
      '体育館',
      '<script>alert(1)</script>',
      'a\u0000b\u202e',
      "'; drop table users; --",
    ];
    for (const text of odd) {
      expect(await reply(`${code} inside ${text}`)).toMatch(/^You responded: We are inside at /);
      const { people } = (await call('GET', `Response/Request/${id}/People`, ours.people.admin.key)).body
        .data;
      expect(people[0].response.place.length).toBeLessThanOrEqual(120);
      expect(people[0].response.place).not.toMatch(/[<>]/);
    }
  });
});

describe('a code that is not of the sender', () => {
  test('is refused by one sentence, whatever is wrong with it, and stands in the security log', async () => {
    const { customer, admin } = ours.people;
    await setNumber(admin.id, numberOf(2));
    const id = await send([customer.id]);
    const code = codeOf(id);
    const loggedBefore = server.logged.length;
    expect(await reply(`${wrongCode(code)} inside gym`)).toBe(refused);
    // The right code from the number of somebody else, and from one that nobody has.
    expect(await reply(`${code} inside gym`, { from: numberOf(2) })).toBe(refused);
    expect(await reply(`${code} inside gym`, { from: numberOf(3) })).toBe(refused);
    expect(await reply(`${code} inside gym`, { from: 'whatsapp:+18135550177' })).toBe(refused);
    expect(await responsesOf(id)).toEqual([]);
    const events = securityOf(server.logged.slice(loggedBefore));
    expect(events.map(({ event }) => event)).toEqual(Array(4).fill('response-code-failed'));
    expect(events[0].sender).toMatch(/^[0-9a-f]{16}$/);
    for (const secret of [number, code, 'gym'])
      expect(server.logged.slice(loggedBefore).join('\n')).not.toContain(secret);
  });

  test('nor is one of a number that was withdrawn, of somebody who was removed, or of an event that is over', async () => {
    const { customer } = ours.people;
    const id = await send([customer.id]);
    const text = `${codeOf(id)} inside gym`;
    await setNumber(customer.id, numberOf(4));
    expect(await reply(text)).toBe(refused);
    await setNumber(customer.id, number);
    await rowsOf('update users set is_active = false where id = $1', [customer.id]);
    // A number without anybody has one reply an hour.
    expect(await reply(text)).toBeNull();
    await rowsOf('update users set is_active = true where id = $1', [customer.id]);
    await rowsOf('update response_requests set ends_wall_at = now() where id = $1', [id]);
    expect(await reply(text)).toBe(refused);
    expect(await responsesOf(id)).toEqual([]);
  });

  test('ends after ten guesses in an hour, side by side and in two processes; help counts all the same', async () => {
    const steps = [{ target: { kind: 'desk' }, afterMinutes: 5 }];
    await call('PUT', 'Response/Escalation', ours.people.admin.key, { steps, revision: 0 });
    const id = await send([ours.people.customer.id]);
    const code = codeOf(id);
    const loggedBefore = server.logged.length;
    const replies = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        reply(`${wrongCode(code)} inside gym`, { to: index % 2 === 0 ? server : other }),
      ),
    );
    // No storm of replies either.
    expect(replies.filter((one) => one !== null)).toEqual([refused, refused, refused]);
    expect(await reply(`${code} inside gym`)).toBeNull();
    expect(await tallyOf(id)).toMatchObject({ noResponse: 1 });
    expect(securityOf(server.logged.slice(loggedBefore)).at(-1)).toMatchObject({
      event: 'response-code-throttled',
    });
    expect(await reply(`${code} help`, { to: other })).toMatch(/^You responded: I need help\./);
    expect(await tallyOf(id)).toMatchObject({ help: 1 });
    // An hour later the code counts again.
    await rowsOf(`update received_sms set received_at = received_at - interval '1 hour'`);
    expect(await reply(`${code} change inside gym`)).toBe('You responded: We are inside at gym.');
  });

  test('is not replied to at many numbers that nobody has', async () => {
    await rowsOf('delete from received_sms');
    const replies = await Promise.all(
      Array.from({ length: 70 }, (_, index) =>
        reply('123456 read', { from: `+1813777${1_000 + index}`, to: index % 2 === 0 ? server : other }),
      ),
    );
    expect(replies.filter((one) => one !== null)).toHaveLength(60);
    await rowsOf('delete from received_sms where not has_person');
    const id = await send([ours.people.customer.id]);
    expect(await reply(`${codeOf(id)} read`)).toBe('You responded: I have read it.');
  });
});

describe('help', () => {
  test.each(['HELP', 'I need help!', 'sos', 'help north gate'])(
    'without a code counts from a number that is asked: %s',
    async (text) => {
      const { customer, admin } = ours.people;
      const older = await send([customer.id]);
      server.clock.advance(minute);
      const id = await send([customer.id]);
      expect(await reply(text)).toMatch(/^You responded: I need help\. The desk was notified\./);
      expect(await responsesOf(id)).toMatchObject([{ kind: 'help', way: 'sms-without-code' }]);
      expect(await responsesOf(older)).toEqual([]);
      const notices = await helpNotices(id);
      expect(notices[0]?.notified).toContain(admin.id);
      expect(notices[0]?.text).toContain('It came by SMS without the code of the message.');
      // The carrier's own mark of the keyword changes nothing.
      expect(await reply('HELP', { fields: { OptOutType: 'HELP' } })).toMatch(
        /^You responded: I need help\./,
      );
      expect(await helpNotices(id)).toHaveLength(1);
    },
  );

  test('with a code that was mistyped counts as well; inside without the right code never does', async () => {
    const id = await send([ours.people.customer.id]);
    expect(await reply('We are inside the gym')).toBe(refused);
    expect(await reply(`${wrongCode(codeOf(id))} inside the gym`)).toBe(refused);
    expect(await reply('read')).toBe(refused);
    expect(await responsesOf(id)).toEqual([]);
    await reply(`${wrongCode(codeOf(id))} need help gate 4`);
    expect(await responsesOf(id)).toMatchObject([{ kind: 'help', place: 'gate 4', way: 'sms-without-code' }]);
    // With the code it is surer, and the desk learns that; the same again is not passed on again.
    for (let count = 0; count < 5; count += 1) await reply(`${codeOf(id)} help`);
    expect((await helpNotices(id)).map(({ text }) => text.includes('without the code'))).toEqual([
      true,
      false,
    ]);
    // Another place is.
    await reply(`${codeOf(id)} help now at gate 5`);
    expect(await helpNotices(id)).toHaveLength(3);
  });

  test('from a number of two people is help of both; their codes are their own', async () => {
    const { customer, 'assistant-admin': assistant } = ours.people;
    await setNumber(assistant.id, number);
    const id = await send([customer.id, assistant.id]);
    expect(await reply(`${codeOf(id, assistant.id)} read`)).toBe('You responded: I have read it.');
    expect(await responsesOf(id)).toMatchObject([{ user_id: assistant.id, kind: 'read' }]);
    await reply('help');
    expect(await tallyOf(id)).toMatchObject({ help: 2 });
  });

  test('from a number in two organizations reaches the desks that asked it, and a code its own alone', async () => {
    await setNumber(theirs.people.customer.id, number);
    const own = await send([ours.people.customer.id]);
    const foreign = await send([theirs.people.customer.id], { headline: 'Theirs' }, theirs);
    await reply(`${codeOf(own)} inside our gym`);
    expect(await responsesOf(foreign)).toEqual([]);
    expect(await tallyOf(foreign, theirs.people.admin.key)).toMatchObject({ noResponse: 1 });
    await reply('help');
    const [ourDesk, theirDesk] = [await helpNotices(own), await helpNotices(foreign)];
    expect(ourDesk[0]?.notified).toContain(ours.people.admin.id);
    expect(theirDesk[0]?.notified).toContain(theirs.people.admin.id);
    expect(ourDesk[0]?.notified).not.toContain(theirs.people.admin.id);
    expect(theirDesk[0]?.text).not.toContain('our gym');
  });

  test('of somebody whom nothing asks says that nobody was notified', async () => {
    const text =
      'Nobody was notified: no message asks this number for a response now. In an emergency call the emergency number.';
    for (let count = 0; count < 4; count += 1) expect(await reply('read')).toBe(count < 3 ? refused : null);
    expect(await reply('HELP')).toBe(text);
    expect(await reply('HELP', { from: numberOf(9) })).toBe(text);
  });
});

test('the same SMS again, also twice at once in two processes, is one response with the same reply', async () => {
  const id = await send([ours.people.customer.id]);
  const sid = `SM${randomUUID()}`;
  const text = `${codeOf(id)} help gate 4`;
  const replies = await Promise.all([
    reply(text, { sid }),
    reply(text, { sid, to: other }),
    reply(text, { sid }),
  ]);
  expect(new Set(replies).size).toBe(1);
  await reply(`${codeOf(id)} change inside gym`);
  await reply(text, { sid });
  expect(await responsesOf(id)).toHaveLength(2);
  expect(await helpNotices(id)).toHaveLength(1);
  expect(await tallyOf(id)).toMatchObject({ inside: 1, help: 0 });
});

test.each(['STOP', 'stop', 'UNSUBSCRIBE', 'CANCEL', 'START', 'YES'])(
  'the keyword %s is left to the provider: no response and no reply',
  async (text) => {
    const id = await send([ours.people.customer.id]);
    expect(await reply(text)).toBeNull();
    expect(await responsesOf(id)).toEqual([]);
  },
);

test('a reaction to the message, and a copy of it, are no response', async () => {
  const id = await send([ours.people.customer.id]);
  await eventually(() => expect(twilio.messages.some(({ to }) => to === number)).toBe(true));
  const { body } = twilio.messages.find(({ to }) => to === number)!;
  for (const text of [`Liked “${body}”`, `👍 to "${body}"`, body]) expect(await reply(text)).toBe(refused);
  expect(await responsesOf(id)).toEqual([]);
});

test('a read receipt or another status is no response', async () => {
  const id = await send([ours.people.customer.id]);
  const text = `${codeOf(id)} read`;
  for (const status of ['read', 'delivered', 'sent'])
    expect(await reply(text, { fields: { SmsStatus: status, MessageStatus: status } })).toBeNull();
  expect(await tallyOf(id)).toMatchObject({ noResponse: 1 });
});

test('who cannot sign is refused, and nothing is stored', async () => {
  const id = await send([ours.people.customer.id]);
  const sms = { text: `${codeOf(id)} inside gym`, sid: 'SM1' };
  const fields = formOf(sms);
  for (const signature of [
    '',
    'x',
    signatureOf(fields, 'other'),
    signatureOf({ ...fields, Body: `${codeOf(id)} help` }),
    signatureOf(fields).slice(0, -4),
  ])
    expect((await post({ ...sms, signature })).statusCode).toBe(403);
  expect((await server.app.inject({ method: 'POST', url: path })).statusCode).toBe(403);
  expect((await server.app.inject({ method: 'GET', url: path })).statusCode).toBe(404);
  expect(
    (await server.app.inject({ method: 'POST', url: '/api/ReceivedSms/Gateway', payload: {} })).statusCode,
  ).toBe(404);
  expect(await responsesOf(id)).toEqual([]);
  expect(await rowsOf(`select from received_sms where message_id = 'SM1'`)).toEqual([]);
});

test('what was received is kept for a day, without the number and the text', async () => {
  const id = await send([ours.people.customer.id]);
  await reply(`${codeOf(id)} inside the old gym`);
  const [{ stored }] = await rowsOf(`select string_agg(r::text, ' ') as stored from received_sms r`);
  for (const secret of [number.slice(1), 'old gym', codeOf(id)]) expect(stored).not.toContain(secret);
  await rowsOf(`update received_sms set received_at = received_at - interval '24 hours'`);
  await dropOldReceivedSms(server.store.db, testActor);
  expect(await rowsOf('select from received_sms')).toEqual([]);
});

describe('elsewhere', () => {
  test('without the setting SMS have no code, and there is no such route', async () => {
    const sms = { kind: 'twilio', ...account, from: '+18135550100', apiUrl: twilio.url } as const;
    const plain = await openTestServer(testChannels({ allowPrivateAddresses: true, sms }));
    expect(plain.channels.takesSms).toBe(false);
    expect((await post({ text: 'HELP', to: plain })).statusCode).toBe(404);
    await plain.close();
    // An address that the provider cannot reach.
    const unreachable = await openTestServer(testChannels({ sms: { ...sms, takesResponses: true } }));
    expect(unreachable.channels.takesSms).toBe(false);
    expect((await post({ text: 'HELP', to: unreachable })).statusCode).toBe(404);
    await unreachable.close();
  });

  test('a gateway passes SMS on as JSON, signed as its reports are', async () => {
    const delivery = {
      kind: 'gateway',
      url: 'http://127.0.0.1:1',
      secret: 'hush',
      takesResponses: true,
    } as const;
    const gateway = await openTestServer(testChannels({ allowPrivateAddresses: true, sms: delivery }), {
      databaseUrl: server.store.url,
    });
    const id = await send([ours.people.customer.id]);
    const pass = async (body: object, secret = 'hush') => {
      const payload = JSON.stringify(body);
      const timestamp = String(Math.floor(Date.now() / 1000));
      const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
      const headers = {
        'content-type': 'application/json',
        'x-allclear-timestamp': timestamp,
        'x-allclear-signature': `sha256=${signature}`,
      };
      return gateway.app.inject({ method: 'POST', url: '/api/ReceivedSms/Gateway', headers, payload });
    };
    const sms = { id: 'sms-1', from: number.replace('+1', '1 '), text: `${codeOf(id)} read` };
    expect((await pass(sms, 'other')).statusCode).toBe(403);
    expect((await pass({ ...sms, text: 5 })).statusCode).toBe(400);
    expect((await pass({ ...sms, id: '' })).statusCode).toBe(400);
    expect(await responsesOf(id)).toEqual([]);
    const answer = await pass(sms);
    expect([answer.statusCode, answer.json().data]).toEqual([
      200,
      { reply: 'You responded: I have read it.' },
    ]);
    expect(await tallyOf(id)).toMatchObject({ read: 1 });
    expect((await post({ text: 'HELP', to: gateway })).statusCode).toBe(404);
    await gateway.close();
  });
});
