import { expect, test } from 'vitest';
import { type BadConfig, readConfig } from './config.ts';

const problems = (args: string[], env: NodeJS.ProcessEnv = {}): readonly string[] => {
  try {
    readConfig(args, env);
    return [];
  } catch (error) {
    return (error as BadConfig).problems;
  }
};

test('without anything it is simulated weather with a demonstration on port 8080', () => {
  expect(readConfig([], { INIT_CWD: '/home/someone' })).toMatchObject({
    port: 8080,
    data: '/home/someone/data',
    weather: { kind: 'simulated' },
    speed: 1,
    seed: 'demo',
    databaseUrl: null,
    oidc: null,
    glmSatellites: [19, 18],
    url: 'http://localhost:8080',
    record: null,
    proxy: null,
  });
});

test('flags go before the environment, and paths mean the folder the person is in', () => {
  const env = { PORT: '9000', ALLCLEAR_WEATHER: 'live', ALLCLEAR_SPEED: '5', ALLCLEAR_DATA: 'x', INIT_CWD: '/srv' };
  expect(readConfig(['--port', '9001', '--weather', 'replay:../archive', '--data=y'], env)).toMatchObject({
    port: 9001,
    speed: 5,
    data: '/srv/y',
    weather: { kind: 'replay', directory: '/archive' },
    url: 'http://localhost:9001',
  });
});

test('live weather has no demonstration unless asked for', () => {
  expect(readConfig(['--weather', 'live'], {})?.seed).toBe('none');
  expect(readConfig(['--weather', 'live', '--seed', 'demo'], {})?.seed).toBe('demo');
});

test('help asks for nothing else', () => {
  expect(readConfig(['--help'], {})).toBeNull();
});

test.each<[string, string[], NodeJS.ProcessEnv, RegExp]>([
  ['an unknown flag', ['--wether', 'live'], {}, /Unknown flag --wether/],
  ['a stray word', ['live'], {}, /Unexpected argument 'live'/],
  ['a flag without its value', ['--port'], {}, /--port needs a value/],
  ['port 0', ['--port', '0'], {}, /--port must be/],
  ['port 65536', ['--port', '65536'], {}, /--port must be/],
  ['replay of nothing', ['--weather', 'replay:'], {}, /--weather must be/],
  ['speed with live', ['--weather', 'live', '--speed', '2'], {}, /--speed works with/],
  ['a negative speed', ['--speed', '-1'], {}, /needs a value|--speed must be/],
  ['a service that is none', [], { ALLCLEAR_SERVICES: 'api,mail' }, /not 'mail'/],
  ['half an issuer', [], { OIDC_ISSUER: 'https://issuer.example' }, /go together/],
  ['a satellite without a mapper', [], { ALLCLEAR_GLM_SATELLITES: '15' }, /GOES satellites/],
  ['a recording of simulated weather', [], { ALLCLEAR_RECORD: 'x' }, /records live weather/],
  ['another database', [], { DATABASE_URL: 'mysql://x' }, /DATABASE_URL/],
  ['an address that is none', [], { ALLCLEAR_URL: 'my.name' }, /ALLCLEAR_URL must be/],
])('%s is a problem', (_name, args, env, message) => {
  const found = problems(args, env);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(message);
});
