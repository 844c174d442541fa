import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openLiveHttpClient } from '@allclear/adapters';
import { guardedConnector, type Resolve } from '@allclear/adapters/http-client/private-addresses.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from './calls.ts';
import { addBareOrganization, addPerson, type Person } from './organizations.ts';
import type { Attacked } from './under-attack.ts';

/** Hosts that lead into the machine or its network, in every spelling that browsers and resolvers read. */
const hosts: readonly [string, readonly string[]][] = [
  ['loopback', ['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '0.0.0.0', '0']],
  ['loopback in decimal', ['2130706433', '2130706433.']],
  ['loopback in octal', ['0177.0.0.1', '0177.1', '00000177.0.0.1', '017700000001']],
  ['loopback in hexadecimal', ['0x7f.0.0.1', '0x7f.1', '0x7f000001', '0X7F.0X0.0X0.0X1']],
  ['loopback in mixed spellings', ['0x7f.0.01.1', '127.0x0.0.01', '127.000.000.001']],
  [
    'loopback in other digits',
    ['１２７.0.0.1', '①②⑦.⓪.⓪.①', '127。0。0。1', '127．0．0．1', '%31%32%37.0.0.1'],
  ],
  [
    'loopback by name',
    ['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'localhost.localdomain', 'ʟocalhost'],
  ],
  ['loopback in IPv6', ['[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[0000::0001]']],
  [
    'IPv4 within IPv6',
    ['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[::ffff:0:127.0.0.1]', '[::FFFF:a00:1]'],
  ],
  [
    'private IPv4',
    [
      '10.0.0.1',
      '10.255.255.255',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.0.1',
      '167772161',
      '0xa000001',
      '012.0.0.1',
    ],
  ],
  ['carrier-grade NAT', ['100.64.0.1', '100.127.255.254']],
  [
    'link-local and metadata',
    [
      '169.254.169.254',
      '169.254.0.1',
      '2852039166',
      '0xa9fea9fe',
      '0251.0376.0251.0376',
      '169.254.43518',
      '[fe80::1]',
      '[fe80::a9fe:a9fe]',
      '[::ffff:a9fe:a9fe]',
      '[fd00:ec2::254]',
      'metadata.google.internal',
      '100.100.100.200',
      '192.0.0.192',
    ],
  ],
  ['unique local and site-local', ['[fc00::1]', '[fd12:3456:789a::1]', '[fec0::1]']],
  ['NAT64', ['[64:ff9b::127.0.0.1]', '[64:ff9b::a00:1]', '[64:ff9b:1::1]']],
  [
    '6to4 and Teredo',
    ['[2002:7f00:1::1]', '[2002:a00:1::]', '[2001::1]', '[2001:0:4136:e378:8000:63bf:3fff:fdd2]'],
  ],
  ['multicast and broadcast', ['224.0.0.1', '239.255.255.250', '255.255.255.255', '[ff02::1]', '[ff0e::1]']],
  [
    'test and reserved',
    [
      '192.0.2.1',
      '198.51.100.1',
      '203.0.113.1',
      '198.18.0.1',
      '240.0.0.1',
      '[2001:db8::1]',
      '[3fff::1]',
      '[100::1]',
      '[4000::1]',
    ],
  ],
  [
    'names of private networks',
    ['printer', 'router.local', 'db.internal', 'nas.lan', 'wiki.intranet', 'host.home.arpa', 'db.internal.'],
  ],
];

/** What is no address of a service at all. */
const noAddresses = [
  'ftp://hooks.example.org/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_FLUSHALL',
  'javascript:alert(1)',
  'data:text/html,x',
  'unix:///var/run/docker.sock',
  '//127.0.0.1/',
  'https:',
  'https://',
  'http://[::1',
  'http://exa mple.org/',
  'https://user:password@hooks.example.org/',
  'https://hooks.example.org@127.0.0.1/',
  'https://127.0.0.1#@hooks.example.org/',
  'https://127.0.0.1\\@hooks.example.org/',
  'https://hooks.example.org:99999/',
];

export function attackWithAddresses(attacked: Attacked): void {
  let person: Person;
  let origin: string;
  beforeAll(async () => {
    const { main, store } = attacked();
    origin = main.url;
    person = await addPerson(store, await addBareOrganization(store, 'qzaddresses'), {
      ...{ role: 'super-admin', name: 'addresses' },
    });
  });

  const addWebhook = (url: string) =>
    call(origin, { method: 'POST', path: '/api/Webhook', key: person.key, body: { url } });
  const addPush = (endpoint: string) =>
    call(origin, {
      ...{ method: 'POST', path: '/api/Settings/Push', key: person.key },
      body: {
        endpoint,
        keys: {
          p256dh: Buffer.alloc(65, 4).toString('base64url'),
          auth: Buffer.alloc(16, 1).toString('base64url'),
        },
      },
    });

  test.each(hosts)(
    '%s: refused of a webhook and of a browser, with and without a port',
    async (_kind, spellings) => {
      const accepted: string[] = [];
      for (const host of spellings) {
        for (const url of [`http://${host}/`, `https://${host}:8443/hook?x=1`]) {
          for (const [what, { status, text }] of [
            ['webhook', await addWebhook(url)],
            ['browser', await addPush(url)],
          ] as const)
            if (status !== 400 || !text.includes('bad-input')) accepted.push(`${what} ${url}: ${status}`);
        }
      }
      expect(accepted).toEqual([]);
    },
  );

  test.each(noAddresses)('%s is refused in words that do not repeat it', async (url) => {
    for (const { status, text } of [await addWebhook(url), await addPush(url)]) {
      expect(status, text).toBe(400);
      expect(text).not.toContain('password@');
      expect(JSON.parse(text).responseException.message.length).toBeGreaterThan(10);
    }
  });

  test('a public address is accepted, so that the table refuses for its reason', async () => {
    expect((await addWebhook('https://hooks.invalid/x')).status).toBe(200);
    expect((await addPush('https://push.invalid/x')).status).toBe(200);
    expect((await addWebhook('https://[2606:4700:4700::1111]/')).status).toBe(200);
  });

  describe('at the connection', () => {
    let service: Server;
    let port: number;
    const arrived: string[] = [];
    beforeAll(async () => {
      service = createServer((request, response) => {
        arrived.push(`${request.socket.localAddress} ${request.url}`);
        if (request.url?.startsWith('/redirect')) {
          const to = decodeURIComponent(request.url.split('?to=')[1] ?? '');
          response.writeHead(302, { location: to }).end();
        } else response.end('reached');
      });
      await new Promise<void>((resolve) => service.listen(0, '0.0.0.0', resolve));
      ({ port } = service.address() as AddressInfo);
    });
    afterAll(() => {
      service.closeAllConnections();
      service.close();
    });

    /** Answers each question with the next list of addresses, as a resolver that rebinds does. */
    function rebinding(...answers: string[][]): { resolve: Resolve; asked: () => number } {
      let asked = 0;
      return {
        resolve: (_name, _options, done) => {
          const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
          done(
            null,
            addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
          );
        },
        asked: () => asked,
      };
    }

    /** No public address can be served here: 127.0.0.1 stands for one, and 127.0.0.2 for a private one. */
    const connectBy = (resolve: Resolve, hostname = 'hooks.example.org') => {
      const connect = guardedConnector(1_000, resolve, (address) => address !== '127.0.0.1');
      return new Promise<string>((done) => {
        connect({ hostname, protocol: 'http:', port: String(port) }, (error, socket) => {
          const remote = socket?.remoteAddress ?? '';
          socket?.destroy();
          done(error ? ((error as NodeJS.ErrnoException).code ?? error.message) : `connected to ${remote}`);
        });
      });
    };

    test('a name that is public at the first question and private at the second is asked once a connection', async () => {
      const resolver = rebinding(['127.0.0.1'], ['127.0.0.2']);
      expect(await connectBy(resolver.resolve)).toBe('connected to 127.0.0.1');
      expect(resolver.asked()).toBe(1);
      expect(await connectBy(resolver.resolve)).toBe('EPRIVATEADDRESS');
      expect(resolver.asked()).toBe(2);
    });

    test.each([
      ['a private one behind a public one', ['127.0.0.1', '127.0.0.2']],
      ['a private one in front of a public one', ['127.0.0.2', '127.0.0.1']],
      ['a private one in IPv6', ['127.0.0.1', '::1']],
      ['what is no address', ['127.0.0.1', 'localhost']],
    ])('a name with %s is refused whole', async (_name, addresses) => {
      expect(await connectBy(rebinding(addresses).resolve)).toBe('EPRIVATEADDRESS');
    });

    const sendBy = async (url: string, resolve: Resolve) => {
      const http = openLiveHttpClient({ userAgent: 'attack', resolve });
      try {
        const answer = await http.send({
          source: 'webhook',
          url,
          body: '{}',
          givenBy: 'user',
          timeoutMs: 3_000,
        });
        return `answered ${answer.status}`;
      } catch (error) {
        return (error as { kind?: string }).kind ?? String(error);
      } finally {
        await http.close();
      }
    };

    test.each(
      hosts.flatMap(([, spellings]) => spellings).filter((host) => /^[\d.]+$|^\[[\da-f:.]+\]$/i.test(host)),
    )('the client that sends notices reaches nothing at %s, by name or by number', async (host) => {
      const before = arrived.length;
      expect(await sendBy(`http://${host}:${port}/`, rebinding(['1.1.1.1']).resolve)).toBe('refused');
      // As a resolver would write it.
      const address = new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '');
      expect(await sendBy(`http://hooks.example.org:${port}/`, rebinding([address]).resolve)).toBe('refused');
      expect(arrived.length).toBe(before);
    });

    test('a redirect of a service leads nowhere private, whoever answers for the name', async () => {
      const http = openLiveHttpClient({
        userAgent: 'attack',
        resolve: rebinding(['127.0.0.2']).resolve,
      });
      const before = arrived.length;
      for (const to of [
        `http://127.0.0.2:${port}/secret`,
        `http://localhost:${port}/secret`,
        `http://[::ffff:127.0.0.2]:${port}/secret`,
        `http://2130706434:${port}/secret`,
        `http://rebound.example.org:${port}/secret`,
        'http://169.254.169.254/latest/meta-data/',
        'file:///etc/passwd',
        `http://user:password@127.0.0.2:${port}/secret`,
      ]) {
        const url = `http://127.0.0.1:${port}/redirect?to=${encodeURIComponent(to)}`;
        // The named host is the installation's own choice; where it leads is not.
        await expect(
          http.get({ source: 'base map', url, trustedHost: '127.0.0.1', timeoutMs: 3_000 }),
        ).rejects.toThrow();
      }
      await http.close();
      expect(arrived.slice(before).filter((one) => one.endsWith(' /secret'))).toEqual([]);
      expect(arrived.length).toBe(before + 8);
    });

    test('a notice that is answered with a redirect is sent nowhere else', async () => {
      const http = openLiveHttpClient({ userAgent: 'attack', allowPrivateAddresses: true });
      const before = arrived.length;
      const url = `http://127.0.0.1:${port}/redirect?to=${encodeURIComponent(`http://127.0.0.1:${port}/secret`)}`;
      const answer = await http.send({ source: 'webhook', url, body: '{}', givenBy: 'user' });
      await http.close();
      expect(answer.status).toBe(302);
      expect(arrived.length).toBe(before + 1);
    });
  });
}
