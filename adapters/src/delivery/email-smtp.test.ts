import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { createSmtpMail, type SmtpMailOptions } from './email-smtp.ts';
import type { OutgoingMessage } from './port.ts';
import { exampleMessage } from './stand-in-message.ts';
import { openStandInSmtp, readMail } from './stand-in-smtp.ts';

const FROM = 'Allclear <alerts@allclear.example.org>';
const never = new AbortController().signal;
const target = { address: 'coach@example.org', name: 'Ana Coach' };
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(server: SMTPServerOptions = {}, options: Partial<SmtpMailOptions> = {}) {
  const standIn = await openStandInSmtp(server);
  const mail = createSmtpMail({
    url: `smtp://127.0.0.1:${standIn.port}`,
    from: FROM,
    timeoutMs: 500,
    ...options,
  });
  closers.push(standIn.close, mail.close);
  const send = (changes: Partial<OutgoingMessage> = {}, to = target, signal = never) =>
    mail.send(exampleMessage(changes), to, signal);
  return { standIn, mail, send, last: () => readMail(standIn.mails.at(-1)!.raw) };
}

/** An SMTP failure with its code and text. */
const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

describe('what arrives', () => {
  test('envelope, headers, plain text with the link', async () => {
    const { send, standIn, last } = await open();
    expect(await send()).toMatchObject({
      kind: 'accepted',
      providerId: expect.stringMatching(/^<[0-9a-f]{40}@allclear\.example\.org>$/),
    });
    expect(standIn.mails[0]).toMatchObject({
      from: 'alerts@allclear.example.org',
      to: ['coach@example.org'],
    });
    const { headers, bodies } = last();
    expect(headers.get('subject')).toBe('Lightning 4.2 mi from Memorial Stadium');
    expect(headers.get('to')).toContain('coach@example.org');
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect(headers.get('x-entity-ref-id')).toMatch(/^[0-9a-f]{40}$/);
    expect(headers.get('content-type')).toContain('multipart/alternative');
    expect(bodies.get('text/plain')).toContain('Go inside now.');
    expect(bodies.get('text/plain')).toContain('https://allclear.example.org/warnings/41');
  });
  test('a repeat has the same Message-ID, another notice another; a warning’s notices refer to each other', async () => {
    const { send, standIn } = await open();
    await send();
    await send({ firstAttempt: false });
    await send({ id: 'event-2/person-7/email', kind: 'all-clear' });
    const [one, repeat, other] = standIn.mails.map(({ raw }) => readMail(raw).headers);
    expect(repeat!.get('message-id')).toBe(one!.get('message-id'));
    expect(other!.get('message-id')).not.toBe(one!.get('message-id'));
    expect(other!.get('references')).toBe(one!.get('references'));
  });
  test.each([
    ['warning', '#C6281C', 'Warning'],
    ['all-clear', '#147D4A', 'All clear'],
    ['information', '#0B74B8', 'Information'],
    ['test', '#54657A', 'Test'],
  ] as const)('%s wears its color and its word', async (kind, color, word) => {
    const { send, last } = await open();
    await send({ kind });
    const html = last().bodies.get('text/html')!;
    expect(/class="bar" style="background:([^;]+);[^>]*>([^<]*)</.exec(html)!.slice(1)).toEqual([
      color,
      expect.stringContaining(word),
    ]);
    expect(html).toContain('href="https://allclear.example.org/warnings/41"');
    expect(html).toContain('Go inside now.');
  });
  test('script in the message is text, and only http links become buttons', async () => {
    const { send, last } = await open();
    const script = '<script>alert("x")</script><img src=x onerror=\'alert(1)\'>';
    await send({
      subject: `S ${script}`,
      text: `T ${script}\n\n& more`,
      short: script,
      url: 'javascript:alert(1)',
    });
    const html = last().bodies.get('text/html')!;
    expect(html).not.toMatch(/<script|<img|href=/i);
    expect(html).toContain('&#60;script&#62;');
    expect(html).toContain('&#38; more');
  });
  test('letters of any script', async () => {
    const { send, last } = await open();
    await send({ subject: 'Gewitter – Stadion „Süd“ ⚡', text: '雷 4.2 mi, é' });
    expect(last().bodies.get('text/plain')).toContain('雷 4.2 mi, é');
    expect(last().headers.get('subject')).toMatch(/=\?UTF-8\?/i);
  });
});

describe('nothing can become a header or a recipient', () => {
  test.each([
    'Hello\r\nBcc: victim@example.org',
    'Hello\nBcc: victim@example.org',
    'Hello\r\n\r\n<script>',
    'Hello\u2028Bcc: x',
  ])('in the subject: %j', async (subject) => {
    const { send, standIn, last } = await open();
    await send({ subject });
    expect(last().headers.has('bcc')).toBe(false);
    expect(standIn.mails[0]!.to).toEqual(['coach@example.org']);
    expect(last().headers.get('subject')).toMatch(/^Hello/);
    expect(last().headers.has('message-id')).toBe(true);
  });
  test('in the name, the id, the correlation', async () => {
    const { send, standIn, last } = await open();
    const evil = 'A\r\nBcc: victim@example.org\r\n\r\nbody';
    await send({ id: evil, correlationId: evil }, { address: 'coach@example.org', name: evil });
    expect(last().headers.has('bcc')).toBe(false);
    expect(standIn.mails[0]!.to).toEqual(['coach@example.org']);
  });
  test.each([
    '',
    'coach',
    'a@b@c',
    'a@example.org, b@example.org',
    'a@example.org\r\nRCPT TO:<b@example.org>',
    '<a@example.org>',
    'a b@example.org',
    'g:a@example.org;',
  ])('the address %j is refused', async (address) => {
    const { send, standIn } = await open();
    expect(await send({}, { address, name: '' })).toMatchObject({
      kind: 'failed',
      retryable: false,
      gone: true,
    });
    expect(standIn.mails).toHaveLength(0);
  });
  test('an invalid sender or server is reported at the start without its password', () => {
    expect(() => createSmtpMail({ url: 'smtp://mail', from: 'nobody' })).toThrow('sender');
    expect(() => createSmtpMail({ url: 'smtp://mail', from: 'a\r\nBcc: b@example.org' })).toThrow('sender');
    expect(() => createSmtpMail({ url: 'http://me:s3cret@mail', from: FROM })).toThrow(
      /^(?!.*s3cret).*mail server/,
    );
  });
});

describe('what the server refuses', () => {
  test.each([
    ['unknown mailbox', 550, '5.1.1 No such user', false, true],
    ['unknown mailbox, no detail', 550, 'Mailbox unavailable', false, true],
    ['a policy', 550, '5.7.1 Relaying denied', false, false],
    ['a full mailbox', 552, '5.2.2 Mailbox full', false, false],
    ['grey-listing', 450, '4.7.1 Try again later', true, false],
    ['overload', 451, 'Local error', true, false],
  ])('the recipient: %s', async (_name, code, text, retryable, gone) => {
    const { send } = await open({ onRcptTo: (_address, _session, done) => done(refusal(code, text)) });
    expect(await send()).toMatchObject({
      kind: 'failed',
      retryable,
      gone,
      reason: expect.stringContaining(text),
    });
  });
  test.each([
    [554, '5.6.0 Spam', false],
    [452, '4.3.1 Disk full', true],
  ])('the message: %i', async (code, text, retryable) => {
    const { send } = await open({
      onData: (stream, _session, done) => stream.resume().on('end', () => done(refusal(code, text))),
    });
    expect(await send()).toMatchObject({ kind: 'failed', retryable, gone: false });
  });
  test('the connection', async () => {
    const { send } = await open({ onConnect: (_session, done) => done(refusal(421, 'Too busy')) });
    expect(await send()).toMatchObject({ kind: 'failed', retryable: true });
  });
  test('the sign-in, without repeating the password', async () => {
    const onAuth: SMTPServerOptions['onAuth'] = (auth, _session, done) =>
      auth.password === 'right'
        ? done(null, { user: 'me' })
        : done(refusal(535, `5.7.8 wrong: ${auth.password}`));
    const { send, standIn } = await open({ onAuth });
    expect(await send()).toMatchObject({ kind: 'accepted' });
    for (const [password, outcome] of [
      ['s3cret%2F', { kind: 'failed', retryable: false }],
      ['right', { kind: 'accepted' }],
    ] as const) {
      const mail = createSmtpMail({
        url: `smtp://me:${password}@127.0.0.1:${standIn.port}`,
        from: FROM,
        timeoutMs: 500,
      });
      const result = await mail.send(exampleMessage(), target, never);
      await mail.close();
      expect(result).toMatchObject(outcome);
      expect(JSON.stringify(result)).not.toContain('s3cret');
    }
  });
});

describe('failures on the way', () => {
  test('nobody there', async () => {
    const { send, standIn } = await open();
    await standIn.close();
    expect(await send()).toMatchObject({
      ...{ kind: 'failed', retryable: true, gone: false },
      reason: expect.stringContaining('it refused or broke the connection'),
    });
  });
  test.each([
    ['never greets', '', 'it did not answer in time'],
    ['does not speak SMTP', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'what answers there speaks no SMTP'],
  ])('a server that %s', async (_name, greeting, why) => {
    const server = createTcpServer(
      (socket) =>
        void socket
          .on('error', () => {})
          .resume()
          .write(greeting),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const mail = createSmtpMail({
      url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
      from: FROM,
      timeoutMs: 300,
    });
    closers.push(() => new Promise((resolve) => server.close(resolve)), mail.close);
    expect(await mail.send(exampleMessage(), target, never)).toMatchObject({
      ...{ kind: 'failed', retryable: true },
      reason: expect.stringContaining(why),
    });
  });
  test('a server that answers late', async () => {
    const { send } = await open({ onMailFrom: (_address, _session, done) => void setTimeout(done, 1500) });
    expect(await send()).toMatchObject({ kind: 'failed', retryable: true });
  });
  test('canceled while it waits and while it is sent; the next ones go', async () => {
    let isSlow = true;
    const { send, standIn } = await open(
      { onMailFrom: (_address, _session, done) => void setTimeout(done, isSlow ? 5000 : 0) },
      { maxConnections: 1, timeoutMs: 8000 },
    );
    const stop = new AbortController();
    const both = Promise.all([send({}, target, stop.signal), send({ id: 'second' }, target, stop.signal)]);
    setTimeout(() => stop.abort(), 150);
    for (const outcome of await both) expect(outcome).toMatchObject({ kind: 'failed', retryable: true });
    isSlow = false;
    expect(await send({ id: 'third' })).toMatchObject({ kind: 'accepted' });
    expect(standIn.mails).toHaveLength(1);
  });
  test('a connection that breaks in the middle is not tried again by itself', async () => {
    let attempts = 0;
    const { send, standIn } = await open({
      onData: (stream) => {
        attempts += 1;
        stream.resume().on('end', () => standIn.dropConnections());
      },
    });
    const outcome = await send();
    expect(outcome).toMatchObject({ kind: 'failed', retryable: true });
    expect(JSON.stringify(outcome)).not.toMatch(/cancell?ed/);
    expect(attempts).toBe(1);
  });
  test('many over few connections, each once', async () => {
    const { send, standIn } = await open({}, { maxConnections: 4 });
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) => send({ id: `many-${index}` })),
    );
    expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true);
    expect(new Set(standIn.mails.map(({ raw }) => readMail(raw).headers.get('message-id'))).size).toBe(60);
  });
  test('through a proxy that lets mail out', async () => {
    const tunnels: string[] = [];
    const proxy = createServer().on('connect', (request, socket) => {
      tunnels.push(request.url!);
      const { hostname, port } = new URL(`tcp://${request.url}`);
      const out = connect(Number(port), hostname, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        out.pipe(socket).pipe(out);
      });
      for (const end of [out, socket]) end.on('error', () => {});
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    closers.push(() => new Promise((resolve) => proxy.close(resolve)));
    const { send, standIn } = await open(
      {},
      { proxyUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` },
    );
    expect(await send()).toMatchObject({ kind: 'accepted' });
    expect(tunnels).toEqual([`127.0.0.1:${standIn.port}`]);
  });
});
