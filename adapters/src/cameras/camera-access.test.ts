import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { openStandIn, type StandIn } from '../stand-in-server.ts';
import type { CameraAddress, CameraSources } from './port.ts';
import { openStandInCamera, standInJpeg } from './stand-in-camera.ts';
import { addressOf, closedPort, collect, openTestSources } from './stand-in-sources.ts';

const credentials = { username: 'viewer', password: 'gr33n-s3cret' };
const opened: (StandIn | CameraSources)[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

function keep<T extends StandIn | CameraSources>(one: T): T {
  opened.push(one);
  return one;
}

async function run(sources: CameraSources, address: CameraAddress) {
  const taken = collect(2);
  await sources.source(address).run(taken.sink, taken.signal);
  return taken.pictures.length;
}

describe('the address of a camera', () => {
  const inside = 'The address is in a private network that ALLCLEAR_DEVICE_NETWORKS does not allow.';
  test.each<[CameraAddress['kind'], string, string, RegExp | string]>([
    ['jpeg', 'file:///etc/passwd', '0.0.0.0/0', /must start with http/],
    ['hls', 'file:///etc/passwd', '0.0.0.0/0', /must start with http/],
    ['rtsp', 'file:///etc/passwd', '0.0.0.0/0', /must start with rtsp/],
    ['rtsp', 'http://10.0.0.7/', '10.0.0.0/8', /must start with rtsp/],
    ['mjpeg', 'rtsp://10.0.0.7/', '10.0.0.0/8', /must start with http/],
    ['jpeg', 'http://169.254.169.254/latest/meta-data', '0.0.0.0/0', inside],
    ['mjpeg', 'http://[::ffff:169.254.169.254]/', '0.0.0.0/0 ::/0', inside],
    ['rtsp', 'rtsp://169.254.169.254/', '0.0.0.0/0', inside],
    ['rtsp', 'rtsp://0xa9fea9fe/', '0.0.0.0/0', inside],
    ['jpeg', 'http://2852039166/', '0.0.0.0/0', inside],
    ['jpeg', 'http://10.0.0.7/now.jpg', '', inside],
    ['jpeg', 'http://10.0.0.7/now.jpg', '10.0.1.0/24', inside],
    ['jpeg', 'http://localhost/', '10.0.0.0/8', inside],
    ['jpeg', 'http://viewer:gr33n-s3cret@10.0.0.7/', '10.0.0.0/8', /must not hold a user name/],
    ['jpeg', 'not an address', '', /must start with http/],
  ])('%s %s within "%s" is refused', async (kind, url, networks, expected) => {
    const source = keep(openTestSources({ networks })).source(addressOf(kind, url));
    expect(source.problem).toMatch(expected);
    expect(source.problem).not.toMatch(/gr33n|169\.254|10\.0/);
    await expect(source.run(collect(1).sink, new AbortController().signal)).rejects.toMatchObject({
      message: source.problem,
      retryable: false,
    });
  });

  test.each([
    ['http://10.0.0.7/now.jpg', '10.0.0.0/8'],
    ['http://8.8.8.8/now.jpg', ''],
    ['https://camera.example.org/now.jpg', ''],
  ])('%s within "%s" can be used', (url, networks) => {
    expect(keep(openTestSources({ networks })).source(addressOf('jpeg', url)).problem).toBeNull();
  });

  test.each([
    ['169.254.169.254', '0.0.0.0/0'],
    ['127.0.0.1', ''],
    ['10.0.0.7', '127.0.0.1'],
  ])('a name that leads to %s is refused when connecting', async (address, networks) => {
    const resolve = (
      _name: string,
      _options: unknown,
      done: (error: null, addresses: { address: string; family: number }[]) => void,
    ) => done(null, [{ address, family: 4 }]);
    const sources = keep(openTestSources({ networks, http: { resolve } }));
    for (const kind of ['jpeg', 'mjpeg'] as const)
      await expect(run(sources, addressOf(kind, 'http://camera.example.org/now'))).rejects.toMatchObject({
        message: 'The camera leads to a private address, which this installation does not allow.',
        retryable: false,
      });
  });

  test('a redirect is judged again: not inward, not to another device, not to a file', async () => {
    let reached = 0;
    const other = keep(
      await openStandIn((_request, response) => {
        reached += 1;
        response.end(standInJpeg(9));
      }),
    );
    const { port } = new URL(other.url);
    const to = (location: string) => (_request: unknown, response: import('node:http').ServerResponse) =>
      response.writeHead(302, { location }).end();
    const camera = keep(
      await openStandInCamera({
        '/metadata': to('http://169.254.169.254/latest'),
        '/file': to('file:///etc/passwd'),
        '/loop': to('/loop'),
        '/device': to(`http://127.0.0.2:${port}/`),
        '/named': to(`http://localhost:${port}/`),
        '/password': to(`http://a:b@127.0.0.1:${port}/`),
        '/moved': to('/now.jpg'),
        '/now.jpg': (_request, response) => response.end(standInJpeg(1)),
      }),
    );
    // Even all of them being devices does not let one camera lead to another.
    const sources = keep(openTestSources({ networks: '127.0.0.0/8' }));
    const said: unknown[] = [];
    for (const path of ['metadata', 'file', 'loop', 'device', 'named', 'password'])
      await run(sources, addressOf('jpeg', `${camera.url}/${path}`)).catch((error: Error) =>
        said.push(error.message),
      );
    const inward = 'The camera leads to a private address, which this installation does not allow.';
    expect(said).toEqual([
      inward,
      'The camera leads to an address that is not http or https.',
      'The camera redirects too often.',
      inward,
      inward,
      'The camera leads to an address with a user name or password in it.',
    ]);
    expect(reached).toBe(0);
    expect(await run(sources, addressOf('jpeg', `${camera.url}/moved`))).toBe(2);
  });
});

test('where nobody listens, the error names no address', async () => {
  const address = addressOf('jpeg', `http://127.0.0.1:${await closedPort()}/now.jpg`, credentials);
  await expect(run(keep(openTestSources()), address)).rejects.toMatchObject({
    kind: 'refused',
    message: 'The camera cannot be reached (ECONNREFUSED).',
    cause: undefined,
  });
});

describe('credentials', () => {
  const md5 = (text: string) => createHash('md5').update(text).digest('hex');

  test('basic, once the camera asks', async () => {
    const camera = keep(
      await openStandInCamera({
        '/now.jpg': (request, response) => {
          const expected = `Basic ${Buffer.from('viewer:gr33n-s3cret').toString('base64')}`;
          if (request.headers.authorization === expected) response.end(standInJpeg(1));
          else response.writeHead(401, { 'www-authenticate': 'Basic realm="cam"' }).end();
        },
      }),
    );
    const sources = keep(openTestSources());
    expect(await run(sources, addressOf('jpeg', `${camera.url}/now.jpg`, credentials))).toBe(2);
    expect(camera.requests.map(({ headers }) => headers.authorization !== undefined)).toEqual([
      false,
      true,
      true,
    ]);
    const wrong = addressOf('jpeg', `${camera.url}/now.jpg`, { username: 'viewer', password: 'other' });
    await expect(run(sources, wrong)).rejects.toMatchObject({
      kind: 'auth',
      message: 'The camera refuses its user name or password.',
    });
    await expect(run(sources, addressOf('jpeg', `${camera.url}/now.jpg`))).rejects.toMatchObject({
      kind: 'auth',
    });
  });

  test('digest before basic', async () => {
    const camera = keep(
      await openStandInCamera({
        '/now.jpg': (request, response) => {
          const given = request.headers.authorization ?? '';
          const part = (name: string) => new RegExp(`\\b${name}="?([^",]+)`).exec(given)?.[1] ?? '';
          const identity = md5('viewer:cam:gr33n-s3cret');
          const uri = request.url ?? '';
          const expected = md5(`${identity}:n1:${part('nc')}:${part('cnonce')}:auth:${md5(`GET:${uri}`)}`);
          if (given.startsWith('Digest') && part('response') === expected) response.end(standInJpeg(1));
          else
            response
              .writeHead(401, {
                'www-authenticate': 'Basic realm="cam", Digest realm="cam", nonce="n1", qop="auth"',
              })
              .end();
        },
      }),
    );
    const address = addressOf('jpeg', `${camera.url}/now.jpg?size=2`, credentials);
    expect(await run(keep(openTestSources()), address)).toBe(2);
    expect(camera.requests.some(({ headers }) => headers.authorization?.startsWith('Basic'))).toBe(false);
  });

  test('are not sent to where the camera redirects', async () => {
    const other = keep(
      await openStandIn((_request, response) =>
        response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end(),
      ),
    );
    const camera = keep(
      await openStandInCamera({
        '/now.jpg': (_request, response) => response.writeHead(302, { location: other.url }).end(),
      }),
    );
    const address = addressOf('jpeg', `${camera.url}/now.jpg`, credentials);
    await expect(run(keep(openTestSources()), address)).rejects.toMatchObject({ kind: 'auth' });
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });
});
