import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { call, inParallel } from './calls.ts';
import { addBareOrganization, addPerson, type Person, password } from './organizations.ts';
import { browserAt, trySignIn } from './sign-in-form.ts';
import type { Attacked } from './under-attack.ts';

export function attackThrottles(attacked: Attacked): void {
  let origin: string;
  let organizationId: string;
  let victim: Person;
  const person = () => addPerson(attacked().store, organizationId, { role: 'admin', name: 'throttled' });
  const unknownKey = () => `ack_${randomBytes(32).toString('base64url')}`;

  beforeAll(async () => {
    const { main, store } = attacked();
    origin = main.url;
    organizationId = await addBareOrganization(store, 'throttled');
    victim = await person();
  });

  const guess = (address: string, forged: string, email: string) =>
    trySignIn(browserAt(address, forged), origin, { email, password: 'a wrong guess' });

  test.each<[string, (index: number) => [string, string]]>([
    ['a forged X-Forwarded-For', (index) => ['192.0.2.10', `198.51.100.${index}`]],
    ['a forged IPv6 address', (index) => ['192.0.2.11', `2001:db8::${index}`]],
    ['a forged address of this machine', () => ['192.0.2.12', '127.0.0.1']],
    ['forged text', (index) => ['192.0.2.13', `"x${index}", unknown, [::1]:80`]],
    ['an address with a port, as some proxies write it', (index) => [`192.0.2.14:${4_000 + index}`, '']],
    ['many addresses of one IPv6 /64', (index) => [`2001:db8:7:7::${index + 1}`, '']],
    [
      'one IPv6 address in many spellings',
      (index) => [index % 2 ? '2001:0db8:7:8:0:0:0:1' : '2001:DB8:7:8::1', ''],
    ],
    ['an IPv4 address written as IPv6', (index) => [index % 2 ? '192.0.2.15' : '::ffff:192.0.2.15', '']],
  ])('%s gets no more than five guesses', async (_name, of) => {
    const { email } = await person();
    const statuses: number[] = [];
    for (let index = 0; index < 8; index++) statuses.push(await guess(...of(index), email));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  });

  test('other spellings of an email address are the same account', async () => {
    const { email } = await person();
    const statuses: number[] = [];
    for (const spelling of [email, email.toUpperCase(), ` ${email}`, `${email} `, email, `\t${email}`, email])
      statuses.push(await guess('192.0.2.16', '', spelling));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  test('twenty guesses sent at once are counted each', async () => {
    const { email } = await person();
    const statuses = await inParallel(Array.from({ length: 20 }), 20, () => guess('192.0.2.17', '', email));
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(15);
  });

  test('the victim signs in while others guess: from elsewhere, and from the same network in the own browser', async () => {
    const own = browserAt('192.0.2.20');
    const { email } = victim;
    expect(await trySignIn(own, origin, { email, password })).toBe(303);
    const attack = Promise.all(
      ['192.0.2.20', '192.0.2.21', '192.0.2.22'].map(async (address) => {
        for (let index = 0; index < 8; index++) await guess(address, '', email);
      }),
    );
    const during: number[] = [];
    for (let index = 0; index < 3; index++) during.push(await trySignIn(own, origin, { email, password }));
    await attack;
    expect(during).toEqual([303, 303, 303]);
    expect(await guess('192.0.2.20', '', email)).toBe(429);
    expect(await trySignIn(own, origin, { email, password })).toBe(303);
    expect(await trySignIn(browserAt('192.0.2.99'), origin, { email, password })).toBe(303);
  });

  test('a device cookie that was altered or taken to another account gives no guesses of its own', async () => {
    const own = browserAt('192.0.2.30');
    expect(await trySignIn(own, origin, { email: victim.email, password })).toBe(303);
    const cookie = [...own.cookies.values()].find(({ name }) => name === 'allclear_device')?.value ?? '';
    expect(cookie).not.toBe('');
    const { email } = await person();
    for (let index = 0; index < 5; index++) await guess('192.0.2.31', '', email);
    for (const value of [
      cookie,
      cookie.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      `${cookie}x`,
    ]) {
      const thief = browserAt('192.0.2.31');
      (thief.cookies as Map<string, object>).set('allclear_device /identity', {
        ...{ name: 'allclear_device', value, path: '/identity', attributes: '' },
      });
      expect(await trySignIn(thief, origin, { email, password: 'a wrong guess' })).toBe(429);
    }
  });

  test.each<[string, (key: string, from: string) => Promise<number>]>([
    [
      'API keys',
      async (key, from) => (await call(origin, { method: 'GET', path: '/api/location', key, from })).status,
    ],
    [
      'keys of stations in the path',
      async (key, from) =>
        (await call(origin, { method: 'POST', path: `/data/report/${key}`, body: 'tempf=70', from })).status,
    ],
    [
      'keys of stations in the query',
      async (key, from) =>
        (
          await call(origin, {
            ...{ method: 'GET', from },
            path: `/weatherstation/updateweatherstation.php?ID=X&PASSWORD=${key}&tempf=70`,
          })
        ).status,
    ],
    [
      'keys of cameras',
      async (key, from) =>
        (await call(origin, { method: 'PUT', path: `/data/image/${key}`, body: 'x', from })).status,
    ],
  ])('unknown %s are throttled by network, and the good one of a neighbor goes on', async (name, send) => {
    const from = `203.0.113.${name.length}`;
    const good = () => call(origin, { method: 'GET', path: '/api/location', key: victim.key, from });
    expect((await good()).status).toBe(200);
    const statuses = await inParallel(Array.from({ length: 45 }), 5, (_, index) =>
      // What the client claims itself changes nothing.
      send(unknownKey(), `198.51.100.${index}, ${from}`),
    );
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(60);
    // A new minute of the throttle may begin in between.
    for (let index = 0; index < 40 && statuses.at(-1) !== 429; index++)
      statuses.push(await send(unknownKey(), from));
    expect(statuses.at(-1)).toBe(429);
    expect([...new Set(statuses)].sort()).toEqual([401, 429]);
    expect((await good()).status).toBe(200);
    expect(await send(unknownKey(), '203.0.113.200')).toBe(401);
  });

  test('reads of one person have a limit, and others go on', async () => {
    const [eager, other] = [await person(), await person()];
    const { second } = attacked();
    const read = (key: string) => call(second.url, { method: 'GET', path: '/api/user/current', key });
    const answers = await inParallel(Array.from({ length: 260 }), 8, () => read(eager.key));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.at(-1)?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await read(other.key)).status).toBe(200);
  });
}
