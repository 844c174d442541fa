import { readMail } from '@allclear/adapters/delivery/stand-in-smtp.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AccountServer, openAccountServer } from '../../../test/account-server.ts';
import { testActor } from '../../../test/actor.ts';
import { ask } from '../../../test/test-server.ts';
import { createApiKey } from '../../identity/index.ts';

const desk = 'desk@weather.example';
let at: AccountServer;
let organizationId: string;
beforeAll(async () => {
  at = await openAccountServer();
  ({ organizationId } = at);
});
afterAll(() => at?.close());
beforeEach(async () => {
  await setDesk(desk);
  at.mail.mails.length = 0;
});

const db = () => at.server.store.db;
const setDesk = (address: string | null) =>
  db()
    .updateTable('organizations')
    .set({ consultation_email: address, support_email: 'help@bay.example' })
    .where('id', '=', organizationId)
    .execute();
const keyOf = async (userId: string) =>
  (await createApiKey(db(), testActor, { organizationId, userId, name: 'test', now: Date.now() })).key;
const signedIn = async (role: Parameters<AccountServer['person']>[0] = 'admin') => {
  const person = await at.person(role);
  return { ...person, key: await keyOf(person.id) };
};
const submit = (key: string, body: object = {}) =>
  ask(at.server.app, 'POST', '/api/Consultation', {
    key,
    body: { message: 'Will it rain at six?', preferredContact: 'email', ...body },
  });
const read = async (key: string) => (await ask(at.server.app, 'GET', '/api/Consultation', { key })).body.data;
const stateOf = (key: string) =>
  expect.poll(async () => (await read(key)).requests[0]?.state, { timeout: 30_000, interval: 50 });
const errorsOf = ({ body }: { body: { responseException: { errors?: Record<string, string[]> } } }) =>
  Object.keys(body.responseException.errors ?? {});

describe('a question to a meteorologist', () => {
  test('goes to the desk by email with the sender’s address to answer to, and is kept for its sender', async () => {
    const { email, key } = await signedIn();
    const colleague = await at.person('super-admin');
    const { status, body } = await submit(key, { ccdEmails: [colleague.email] });
    expect([status, body.data.message]).toEqual([200, 'Your question is on its way to the meteorologists']);
    await stateOf(key).toBe('sent');
    expect(at.mail.mails).toHaveLength(1);
    const [mail] = at.mail.mails;
    expect([...(mail?.to ?? [])].sort()).toEqual([desk, colleague.email].sort());
    const { headers, bodies } = readMail(mail?.raw ?? '');
    expect(headers.get('reply-to')).toBe(email);
    expect(headers.has('auto-submitted')).toBe(false);
    expect(headers.get('subject')).toContain('Question to a meteorologist');
    expect(bodies.get('text/plain')).toContain('Will it rain at six?');
    expect((await read(key)).requests).toEqual([
      expect.objectContaining({ id: body.data.id, message: 'Will it rain at six?', state: 'sent' }),
    ]);
    expect((await read(await keyOf(colleague.id))).requests).toEqual([]);
    expect(at.server.logged.join('')).not.toContain('rain at six');
  });

  test('asks for a call or a text by number', async () => {
    const { key } = await signedIn('assistant-admin');
    expect(errorsOf(await submit(key, { preferredContact: 'phone' }))).toEqual(['Phone']);
    expect((await submit(key, { preferredContact: 'text', phone: '(813) 555-0123' })).status).toBe(200);
    await stateOf(key).toBe('sent');
    expect(readMail(at.mail.mails[0]?.raw ?? '').bodies.get('text/plain')).toContain(
      'send a text message to +18135550123',
    );
  });

  test('is refused under its fields, and nothing is sent', async () => {
    const { key } = await signedIn();
    const stranger = (await at.server.organization('Other')).people.admin;
    const { email = null } =
      (await db().selectFrom('users').select('email').where('id', '=', stranger.id).executeTakeFirst()) ?? {};
    const customer = await at.person('customer');
    for (const [body, labels] of [
      [{ message: ' ' }, ['Message']],
      [{ message: 'x'.repeat(4_001) }, ['Message']],
      [{ email: 'nobody' }, ['Email']],
      [{ email: 'a@b.example\r\nBcc: c@d.example' }, ['Email']],
      [{ ccdEmails: [customer.email] }, ['CcdEmails']],
      [{ ccdEmails: [email ?? 'stranger@other.example'] }, ['CcdEmails']],
      [{ ccdEmails: ['anybody@else.example'] }, ['CcdEmails']],
    ] as const) {
      const answer = await submit(await keyOf((await at.person('admin')).id), body);
      expect([answer.status, errorsOf(answer)]).toEqual([400, labels]);
    }
    expect((await read(key)).requests).toEqual([]);
    expect(await db().selectFrom('inquiries').select('id').where('ended_at', 'is', null).execute()).toEqual(
      [],
    );
  });

  test('needs the feature and one of three roles', async () => {
    expect((await submit((await signedIn('customer')).key)).status).toBe(403);
    const { people } = await at.server.organization('Without support', ['met.support']);
    expect((await submit(people.admin.key)).status).toBe(403);
    expect((await ask(at.server.app, 'GET', '/api/Consultation', { key: people.admin.key })).status).toBe(
      403,
    );
  });

  test('without a desk there is nobody to ask, and the page is told so', async () => {
    const { key } = await signedIn();
    expect((await read(key)).availability).toBe('open');
    await setDesk(null);
    expect((await read(key)).availability).toBe('no-desk');
    const { status, body } = await submit(key);
    expect([status, body.responseException.message]).toEqual([
      409,
      'Your organization has no meteorologist desk.',
    ]);
  });

  test('that the mail server refuses for good is shown as failed', async () => {
    await setDesk('not a mailbox@weather.example');
    const { key } = await signedIn();
    expect((await submit(key)).status).toBe(200);
    await stateOf(key).toBe('failed');
    expect(at.mail.mails).toEqual([]);
  });
});

describe('a message to the support contact', () => {
  const send = (key: string, body: object) => ask(at.server.app, 'POST', '/api/Support', { key, body });

  test('goes to it by mail, with the sender’s address to answer to', async () => {
    const { email, key } = await signedIn('customer');
    expect((await send(key, { subject: 'Request access', message: 'Single sign-on, please.' })).status).toBe(
      200,
    );
    const [text] = await at.mailsTo('help@bay.example', 1);
    expect(text).toContain('Single sign-on, please.');
    const { headers } = readMail(at.mail.mails[0]?.raw ?? '');
    expect([headers.get('reply-to'), headers.get('subject')]).toEqual([email, 'Support: Request access']);
    // It is no question to a meteorologist.
    const { rows } = await at.server.store.pool.query(
      'select kind from inquiries where user_id = (select id from users where email = $1)',
      [email],
    );
    expect(rows).toEqual([{ kind: 'support' }]);
  });

  test('needs a subject and a text, and somebody who gets it', async () => {
    const { key } = await signedIn('customer');
    expect(errorsOf(await send(key, { subject: '', message: '' }))).toEqual(['Message', 'Subject']);
    await db()
      .updateTable('organizations')
      .set({ support_email: '' })
      .where('id', '=', organizationId)
      .execute();
    expect((await send(key, { subject: 'Hello', message: 'There' })).status).toBe(409);
    expect(at.mail.mails).toEqual([]);
  });
});

test('without mail nothing can be asked', async () => {
  const other = await openAccountServer({}, { hasMail: false });
  try {
    const { people, organizationId: id } = await other.server.organization('No mail');
    await other.server.store.db
      .updateTable('organizations')
      .set({ consultation_email: desk })
      .where('id', '=', id)
      .execute();
    const { key } = people.admin;
    const { body } = await ask(other.server.app, 'GET', '/api/Consultation', { key });
    expect(body.data.availability).toBe('no-mail');
    expect((await submitTo(other, key)).status).toBe(409);
  } finally {
    await other.close();
  }
});

const submitTo = (server: AccountServer, key: string) =>
  ask(server.server.app, 'POST', '/api/Consultation', {
    key,
    body: { message: 'Will it rain?', preferredContact: 'email', email: 'a@b.example' },
  });
