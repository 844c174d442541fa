import { expect, test } from 'vitest';
import { createDigest, readChallenge } from './digest-authentication.ts';

const answer = (status: number, challenge = '') => ({
  status,
  headers: { 'www-authenticate': challenge },
  bytes: new Uint8Array(),
});
const nonce = '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v';
const challenges = (['SHA-256', 'MD5'] as const).map(
  (algorithm) =>
    `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="${nonce}", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`,
);
const rfc = () =>
  createDigest(
    { username: 'Mufasa', password: 'Circle of Life' },
    () => 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
  );

test.each([
  ['SHA-256', challenges[0]!, '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ['MD5', challenges[1]!, '8ca523f5e9506fed4657c9700eebdbec'],
])('the example of RFC 7616 with %s gives its response', (algorithm, challenge, response) => {
  const digest = rfc();
  expect(digest.header('GET', '/dir/index.html')).toBeNull();
  expect(digest.read(answer(401, challenge), null)).toBe('again');
  const header = digest.header('GET', '/dir/index.html');
  expect(header).toContain(`response="${response}"`);
  expect(header).toContain(`algorithm=${algorithm}, `);
  expect(header).toContain('nc=00000001');
  expect(header).toContain('qop=auth, ');
});

test('of several challenges the strongest counts', () => {
  expect(readChallenge(`Basic realm="x", ${challenges[1]}, ${challenges[0]}`)?.algorithm).toBe('SHA-256');
  expect(readChallenge('Basic realm="x"')).toBeNull();
  expect(readChallenge('Digest realm="x", nonce="y", algorithm=SHA-512-256, qop="auth"')).toBeNull();
  expect(readChallenge('Digest realm="x", nonce="y"')).toBeNull();
  expect(readChallenge('Digest realm="a \\"b\\", c", nonce="y", qop=auth')?.realm).toBe('a "b", c');
});

test('the count rises with each request, and starts anew with a new nonce', () => {
  const digest = rfc();
  digest.read(answer(401, challenges[0]), null);
  expect([1, 2, 3].map(() => /nc=(\w+)/.exec(digest.header('GET', '/') ?? '')?.[1])).toEqual([
    '00000001',
    '00000002',
    '00000003',
  ]);
  expect(digest.read(answer(401, `${challenges[0]?.replace(nonce, 'new')}, stale=true`), 'sent')).toBe(
    'again',
  );
  expect(digest.header('GET', '/')).toMatch(/nonce="new".*nc=00000001/);
});

test('a stale nonce is asked for again; the same nonce again means that the password is wrong', () => {
  const digest = rfc();
  expect(digest.read(answer(401, challenges[0]), null)).toBe('again');
  const header = digest.header('GET', '/');
  expect(digest.read(answer(401, `${challenges[0]}, stale=true`), header)).toBe('again');
  expect(digest.read(answer(401, challenges[0]), digest.header('GET', '/'))).toBe('refused');
});

test('too many failures (429) drop the nonce', () => {
  const digest = rfc();
  digest.read(answer(401, challenges[0]), null);
  expect(digest.header('GET', '/')).not.toBeNull();
  expect(digest.read(answer(429), 'sent')).toBe('refused');
  expect(digest.header('GET', '/')).toBeNull();
});

test('quotes of a name or realm do not end their field', () => {
  const digest = createDigest({ username: 'a"b\\', password: '' });
  digest.read(answer(401, 'Digest realm="x", nonce="y", qop="auth"'), null);
  expect(digest.header('GET', '/')).toContain('username="a\\"b\\\\", realm="x"');
});
