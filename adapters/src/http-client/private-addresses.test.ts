import { describe, expect, test } from 'vitest';
import { openStandIn } from '../stand-in-server.ts';
import { openLiveHttpClient } from './live-http-client.ts';
import { checkPublicUrl, guardedConnector, isPrivateAddress, type Resolve } from './private-addresses.ts';

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.127.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::FFFF:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::',
  '64:ff9b::1',
  '64:ff9b:1::1',
  '2001:db8::1',
  '2001::1',
  '2002:7f00:1::1',
  '2002:808:808::1',
  '3fff::1',
  '100::1',
  '5f00::1',
  '4000::1',
  'localhost',
  '',
  '1.2.3',
  '127.1',
  '0x7f.0.0.1',
  '256.1.1.1',
])('%s is private', (ip) => {
  expect(isPrivateAddress(ip)).toBe(true);
});

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450::1',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2001:200::1',
])('%s is public', (ip) => {
  expect(isPrivateAddress(ip)).toBe(false);
});

describe('the form of an address that a user gives', () => {
  test.each([
    'https://hooks.example.org/x?y=1',
    'http://hooks.example.org:8080/',
    ' https://1.1.1.1/ ',
    'https://[2606:4700::1111]/',
  ])('%s can be used', (url) => {
    expect(checkPublicUrl(url)).toBeNull();
  });
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://localhost:8080/',
    'http://LOCALHOST./',
    'http://a.localhost/',
    'https://printer/',
    'https://db.internal/',
    'http://router.local',
    'http://１２７.0.0.1/',
    'http://10.0.0.5',
    'http://0/',
    'http://[fe80::1]/',
  ])('%s leads into a private network', (url) => {
    expect(checkPublicUrl(url)).toContain('private network');
    expect(checkPublicUrl(url, { allowPrivateAddresses: true })).toBeNull();
  });
  test.each([
    '',
    'hooks.example.org',
    'ftp://example.org',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://',
    'gopher://127.0.0.1',
  ])('%j is no address', (url) => {
    expect(checkPublicUrl(url)).toContain('https://');
    expect(checkPublicUrl(url, { allowPrivateAddresses: true })).toContain('https://');
  });
  test('a password in the address is refused and not repeated', () => {
    expect(checkPublicUrl('https://me:s3cret@example.org/')).toBe(
      'The address must not hold a user name or password.',
    );
  });
});

describe('at the connection', () => {
  /** A resolver as a hostile or broken one would be. */
  const answering =
    (...addresses: string[]): Resolve =>
    (_name, _options, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );

  async function trySending(url: string, options: Parameters<typeof openLiveHttpClient>[0]) {
    const http = openLiveHttpClient(options);
    try {
      return await http
        .send({ source: 'webhook', url, body: '{}', givenBy: 'user', timeoutMs: 3000 })
        .catch((error: unknown) => error);
    } finally {
      await http.close();
    }
  }

  test.each(['127.0.0.1', '::ffff:127.0.0.1', '169.254.169.254', '10.0.0.1'])(
    'a name that resolves to %s is refused',
    async (address) => {
      const service = await openStandIn((_request, response) => response.end());
      const url = service.url.replace('127.0.0.1', 'hooks.example.org');
      const refused = {
        name: 'AdapterError',
        kind: 'refused',
        retryable: false,
        message: expect.stringContaining('private address'),
      };
      expect(
        await trySending(`${url}/T0PSECRET`, { userAgent: 'test', resolve: answering(address) }),
      ).toMatchObject(refused);
      expect(
        await trySending(url, { userAgent: 'test', resolve: answering('1.1.1.1', address) }),
      ).toMatchObject(refused);
      expect(service.requests).toHaveLength(0);
      await service.close();
    },
  );

  test.each(['127.0.0.1', 'localhost', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]'])(
    '%s is refused unless the installation allows it',
    async (host) => {
      const service = await openStandIn((_request, response) => response.end('here'));
      const url = service.url.replace('127.0.0.1', host);
      expect(await trySending(url, { userAgent: 'test' })).toMatchObject({
        kind: 'refused',
        retryable: false,
        message: expect.stringContaining('private'),
      });
      expect(service.requests).toHaveLength(0);
      if (!host.startsWith('['))
        expect(await trySending(url, { userAgent: 'test', allowPrivateAddresses: true })).toMatchObject({
          status: 200,
        });
      await service.close();
    },
  );

  test('over TLS as well', async () => {
    const outcome = await trySending('https://hooks.example.org:8099/', {
      userAgent: 'test',
      resolve: answering('127.0.0.1'),
    });
    expect(outcome).toMatchObject({ kind: 'refused', retryable: false });
  });

  // No public address can be served here, so one of two local ones plays the private one.
  test.each([
    ['a name', 'hooks.example.org', ['127.0.0.1'], null],
    ['a name with two addresses', 'hooks.example.org', ['127.0.0.1', '127.0.0.3'], null],
    ['a literal address', '127.0.0.1', [], null],
    ['a name with a private address', 'hooks.example.org', ['127.0.0.1', '127.0.0.2'], 'EPRIVATEADDRESS'],
    ['a private literal address', '127.0.0.2', [], 'EPRIVATEADDRESS'],
    ['a name without an address', 'hooks.example.org', [], 'ENOTFOUND'],
  ])('%s: %#', async (_name, hostname, addresses, code) => {
    const service = await openStandIn((_request, response) => response.end());
    const connect = guardedConnector(1000, answering(...addresses), (address) => address === '127.0.0.2');
    const outcome = await new Promise((resolve) => {
      connect({ hostname, protocol: 'http:', port: new URL(service.url).port }, (error, socket) => {
        socket?.destroy();
        resolve((error as NodeJS.ErrnoException | null)?.code ?? null);
      });
    });
    expect(outcome).toBe(code);
    await service.close();
  });

  test('through a proxy, literal addresses and private names are refused; the hosts past it are checked at the connection', async () => {
    const proxy = await openStandIn((request, response) => response.end(`fetched ${request.url}`));
    const settings = { userAgent: 'test', proxy: { url: proxy.url, except: 'past.example.org' } };
    const refused = { kind: 'refused', retryable: false };
    expect(await trySending('http://169.254.169.254/', settings)).toMatchObject(refused);
    expect(await trySending('http://localhost:8099/', settings)).toMatchObject(refused);
    expect(
      await trySending('http://past.example.org:8099/', { ...settings, resolve: answering('127.0.0.1') }),
    ).toMatchObject(refused);
    expect(proxy.requests).toHaveLength(0);
    expect(await trySending('http://hooks.example.org/in', settings)).toMatchObject({ status: 200 });
    expect(proxy.requests[0]!.url).toBe('http://hooks.example.org/in');
    await proxy.close();
  });

  test('what the installation is configured with may be private', async () => {
    const service = await openStandIn((_request, response) => response.end());
    const http = openLiveHttpClient({ userAgent: 'test' });
    expect(
      await http.send({ source: 'gateway', url: service.url, body: '', givenBy: 'installation' }),
    ).toMatchObject({ status: 200 });
    await http.close();
    await service.close();
  });
});
