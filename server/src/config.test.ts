import { expect, test } from 'vitest';
import { BadConfig, readAdminConfig, readConfig as readConfigOf } from './config.ts';
import { subjects } from './subjects.ts';

/** All settings side by side, whichever subject has them. */
function readConfig(args: string[], env: NodeJS.ProcessEnv) {
  const config = readConfigOf(subjects, args, env);
  if (config === null) return null;
  const { base, subjects: of } = config;
  const own = of as Record<string, Record<string, unknown>>;
  return {
    ...base,
    ...own.lightning,
    ...own.locations,
    ...own.stations,
    ...own.map,
    forecastSource: own.forecasts?.source,
    airQualitySource: own['air-quality']?.source,
    delivery: { ...own.notifications, allowPrivateAddresses: base.allowPrivateAddresses },
  } as Record<string, unknown>;
}

const problems = (args: string[], env: NodeJS.ProcessEnv = {}): readonly string[] => {
  try {
    readConfig(args, env);
    return [];
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error;
    return error.problems;
  }
};

test('without anything it is simulated weather with a demonstration on port 8080', () => {
  expect(readConfig([], { INIT_CWD: '/home/someone' })).toMatchObject({
    port: 8080,
    data: '/home/someone/data',
    weather: { kind: 'simulated', scenario: 'afternoon-storms' },
    speed: 1,
    seed: 'demo',
    databaseUrl: null,
    oidc: null,
    glmSatellites: [19, 18],
    nwsStations: [],
    keep: { reportsDays: 400, quartersDays: 1_826, hoursDays: 3_653 },
    xweather: null,
    url: 'http://localhost:8080',
    record: null,
    proxy: null,
    radarDiskBytes: 512 * 1024 * 1024,
  });
});

test('flags go before the environment, and paths mean the folder the person is in', () => {
  const env = {
    PORT: '9000',
    ALLCLEAR_WEATHER: 'live',
    ALLCLEAR_SPEED: '5',
    ALLCLEAR_DATA: 'x',
    INIT_CWD: '/srv',
  };
  expect(readConfig(['--port', '9001', '--weather', 'replay:../archive', '--data=y'], env)).toMatchObject({
    port: 9001,
    speed: 5,
    data: '/srv/y',
    weather: { kind: 'replay', directory: '/archive' },
    url: 'http://localhost:9001',
  });
});

test('the disk for radar tiles may be none', () => {
  expect(readConfig([], { ALLCLEAR_RADAR_DISK_MB: '0' })?.radarDiskBytes).toBe(0);
  expect(problems([], { ALLCLEAR_RADAR_DISK_MB: 'much' })).toEqual([
    "ALLCLEAR_RADAR_DISK_MB must be a number of megabytes, or 0 for none, not 'much'.",
  ]);
});

test('live weather has no demonstration', () => {
  expect(readConfig(['--weather', 'live'], {})?.seed).toBe('none');
  expect(readConfig(['--weather', 'live', '--seed', 'none'], {})?.seed).toBe('none');
});

test('summaries are kept at least as long as what they are made from', () => {
  const keep = (reports: string, quarters: string, hours: string) => ({
    ALLCLEAR_KEEP_REPORTS_DAYS: reports,
    ALLCLEAR_KEEP_QUARTERS_DAYS: quarters,
    ALLCLEAR_KEEP_HOURS_DAYS: hours,
  });
  expect(readConfig([], keep('31', '31', '31'))).toMatchObject({
    keep: { reportsDays: 31, quartersDays: 31, hoursDays: 31 },
  });
  expect(problems([], keep('30', '60', '60'))).toEqual(['ALLCLEAR_KEEP_REPORTS_DAYS must be at least 31.']);
  expect(problems([], keep('60', '59', '60'))).toEqual([
    'ALLCLEAR_KEEP_QUARTERS_DAYS (59 days) must not be less than ALLCLEAR_KEEP_REPORTS_DAYS (60 days).',
  ]);
  expect(problems([], keep('60', '61', '60'))).toEqual([
    'ALLCLEAR_KEEP_HOURS_DAYS (60 days) must not be less than ALLCLEAR_KEEP_QUARTERS_DAYS (61 days).',
  ]);
  // Those that are not set have their usual days.
  expect(problems([], { ALLCLEAR_KEEP_REPORTS_DAYS: '4000' })).toEqual([
    'ALLCLEAR_KEEP_QUARTERS_DAYS (1826 days) must not be less than ALLCLEAR_KEEP_REPORTS_DAYS (4000 days).',
  ]);
  expect(problems([], keep('500', '400', '300'))).toHaveLength(2);
});

test('a scenario of the simulated weather, by flag or environment', () => {
  expect(readConfig(['--scenario', 'winter'], {})?.weather).toEqual({
    kind: 'simulated',
    scenario: 'winter',
    beginsAt: null,
    ageMinutes: 0,
  });
  expect(readConfig([], { ALLCLEAR_SCENARIO: 'heat-wave' })?.weather).toEqual({
    kind: 'simulated',
    scenario: 'heat-wave',
    beginsAt: null,
    ageMinutes: 0,
  });
});

test('simulated weather begins when it is told to', () => {
  const begin = (text: string) => ({ ALLCLEAR_SIMULATED_BEGIN: text });
  const beginsAt = Date.UTC(2026, 5, 6, 20);
  expect(readConfig([], begin('2026-06-06T20:00:00Z'))?.weather).toEqual({
    kind: 'simulated',
    scenario: 'afternoon-storms',
    beginsAt,
    ageMinutes: 0,
  });
  expect(readConfig([], begin('2026-06-06T15:00-05:00'))?.weather).toMatchObject({ beginsAt });
  for (const text of [
    'yesterday',
    '2026-13-06T20:00:00Z',
    '2026-06-06',
    '1969-06-06T20:00:00Z',
    '9999-06-06T20:00:00Z',
  ]) {
    expect(problems([], begin(text))).toEqual([
      `ALLCLEAR_SIMULATED_BEGIN must be an instant such as 2026-06-06T20:00:00Z, not '${text}'.`,
    ]);
  }
  expect(problems(['--weather', 'live'], begin('2026-06-06T20:00:00Z'))).toEqual([
    'ALLCLEAR_SIMULATED_BEGIN and ALLCLEAR_SIMULATED_MINUTES are of simulated weather only.',
  ]);
  expect(readConfig([], { ALLCLEAR_SIMULATED_MINUTES: '40' })?.weather).toMatchObject({ ageMinutes: 40 });
  for (const text of ['-1', 'long', '1441']) {
    expect(problems([], { ALLCLEAR_SIMULATED_MINUTES: text })).toEqual([
      `ALLCLEAR_SIMULATED_MINUTES must be a number from 0 to 1440, not '${text}'.`,
    ]);
  }
});

test('a wrong scenario is told with all other problems', () => {
  expect(problems(['--scenario', 'hurricane', '--speed', '0'])).toEqual([
    "--scenario must be one of afternoon-storms, heat-wave, winter, smoke, quiet, outage, not 'hurricane'.",
    "--speed must be a number above 0 and at most 3600, not '0'.",
  ]);
});

test('Open-Meteo is chosen, for forecasts and air quality apart; AirNow needs its key', () => {
  expect(readConfig([], {})).toMatchObject({
    forecastSource: 'nws',
    airQualitySource: null,
    secretKeys: null,
    smtp: null,
    openMeteoKey: null,
  });
  expect(readConfig([], { ALLCLEAR_AIRNOW_KEY: 'k' })).toMatchObject({
    airQualitySource: { kind: 'airnow', key: 'k' },
  });
  const env = {
    ALLCLEAR_FORECAST: 'open-meteo',
    ALLCLEAR_AIR_QUALITY: 'open-meteo',
    ALLCLEAR_OPEN_METEO_KEY: 'o',
    ALLCLEAR_AIRNOW_KEY: 'k',
  };
  expect(readConfig([], env)).toMatchObject({
    forecastSource: 'open-meteo',
    airQualitySource: { kind: 'open-meteo' },
    openMeteoKey: 'o',
  });
  expect(problems([], { ALLCLEAR_FORECAST: 'bbc', ALLCLEAR_AIR_QUALITY: 'airnow' })).toEqual([
    "ALLCLEAR_FORECAST must be nws or open-meteo, not 'bbc'.",
    'ALLCLEAR_AIR_QUALITY=airnow needs a key in ALLCLEAR_AIRNOW_KEY.',
  ]);
});

test('the port for MQTT is a port, and another one', () => {
  expect(readConfig([], {})?.mqttPort).toBeNull();
  expect(readConfig([], { ALLCLEAR_MQTT_PORT: '1883' })?.mqttPort).toBe(1883);
  for (const bad of ['0', '70000', 'yes', '-1']) {
    expect(problems([], { ALLCLEAR_MQTT_PORT: bad })).toEqual([
      `ALLCLEAR_MQTT_PORT must be a number from 1 to 65535, not '${bad}'.`,
    ]);
  }
  expect(problems(['--port', '1883'], { ALLCLEAR_MQTT_PORT: '1883' })).toEqual([
    'ALLCLEAR_MQTT_PORT must not be the port of the web app.',
  ]);
});

test('the proxies in front are none, a number of them, or networks', () => {
  const proxies = (text: string) => readConfig([], { ALLCLEAR_TRUST_PROXY: text })?.trustProxy;
  expect(readConfig([], {})?.trustProxy).toEqual({ kind: 'none' });
  expect(proxies('false')).toEqual({ kind: 'none' });
  expect(proxies('true')).toEqual({ kind: 'hops', hops: 1 });
  expect(proxies('2')).toEqual({ kind: 'hops', hops: 2 });
  expect(proxies('10.0.0.0/8, fd00::/8')).toEqual({ kind: 'networks', networks: ['10.0.0.0/8', 'fd00::/8'] });
  for (const bad of ['yes', '99', '10.0.0.0/33']) {
    expect(problems([], { ALLCLEAR_TRUST_PROXY: bad })).toEqual([
      `ALLCLEAR_TRUST_PROXY must be a number of proxies up to 10, or addresses and networks such as 10.0.0.0/8, not '${bad}'.`,
    ]);
  }
});

test('limits of what comes in are whole numbers', () => {
  expect(readConfig([], {})).toMatchObject({
    connections: { total: 10_000, perNetwork: 1_000 },
    readsPerMinute: 6_000,
    locationsPerPerson: 1_000,
  });
  const env = {
    ALLCLEAR_MAX_CONNECTIONS: '50',
    ALLCLEAR_CONNECTIONS_PER_ADDRESS: '5',
    ALLCLEAR_READS_PER_MINUTE: '100',
    ALLCLEAR_LOCATIONS_PER_PERSON: '7',
  };
  expect(readConfig([], env)).toMatchObject({
    connections: { total: 50, perNetwork: 5 },
    readsPerMinute: 100,
    locationsPerPerson: 7,
  });
  for (const name of Object.keys(env))
    for (const bad of ['0', '-1', '1.5', 'many']) {
      expect(problems([], { [name]: bad })).toEqual([
        `${name} must be a whole number from 1 on, not '${bad}'.`,
      ]);
    }
});

test('help asks for nothing else', () => {
  expect(readConfig(['--help'], {})).toBeNull();
});

test.each<[string, string[], NodeJS.ProcessEnv, RegExp]>([
  ['an unknown flag', ['--wether', 'live'], {}, /Unknown flag --wether/],
  ['a stray word', ['live'], {}, /Unexpected argument 'live'/],
  ['a flag without its value', ['--port'], {}, /--port needs a value/],
  ['a port that is no number', ['--port', 'abc'], {}, /--port must be a number/],
  ['port 0', ['--port', '0'], {}, /--port must be/],
  ['port 65536', ['--port', '65536'], {}, /--port must be/],
  ['replay of nothing', ['--weather', 'replay:'], {}, /--weather must be/],
  ['the demonstration with live', ['--weather', 'live', '--seed', 'demo'], {}, /--seed demo works with/],
  ['the same by environment', ['--weather', 'live'], { ALLCLEAR_SEED: 'demo' }, /--seed demo works with/],
  ['speed with live', ['--weather', 'live', '--speed', '2'], {}, /--speed works with/],
  [
    'a scenario with live weather',
    ['--weather', 'live', '--scenario', 'winter'],
    {},
    /--scenario is of simulated weather only/,
  ],
  [
    'a scenario with a replay',
    ['--weather', 'replay:x'],
    { ALLCLEAR_SCENARIO: 'quiet' },
    /--scenario is of simulated weather only/,
  ],
  [
    'weather that is not known',
    ['--weather', 'sunny'],
    {},
    /--weather must be simulated, live or replay:DIR/,
  ],
  ['a seed that is not known', ['--seed', 'other'], {}, /--seed must be demo or none/],
  ['a speed of zero', ['--speed', '0'], {}, /--speed must be a number above 0/],
  ['a negative speed', ['--speed', '-1'], {}, /needs a value|--speed must be/],
  ['a service that is none', [], { ALLCLEAR_SERVICES: 'api,mail' }, /not 'mail'/],
  ['half an issuer', [], { OIDC_ISSUER: 'https://issuer.example' }, /go together/],
  ['a satellite without a mapper', [], { ALLCLEAR_GLM_SATELLITES: '15' }, /GOES satellites/],
  ['a recording of simulated weather', [], { ALLCLEAR_RECORD: 'x' }, /records live weather/],
  ['a short secret key', [], { ALLCLEAR_SECRET_KEY: 'hunter2' }, /ALLCLEAR_SECRET_KEY must be 32 bytes/],
  ['another database', [], { DATABASE_URL: 'mysql://x' }, /DATABASE_URL must begin/],
  ['a database on several hosts', [], { DATABASE_URL: 'postgres://u:p@one:5432,two/x' }, /name one host/],
  ['an address that is none', [], { ALLCLEAR_URL: 'my.name' }, /ALLCLEAR_URL must be/],
])('%s is a problem', (_name, args, env, message) => {
  const found = problems(args, env);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(message);
});

const fine = {
  SMTP_URL: 'smtp://user:pass-word@mail.example.org:587',
  ALLCLEAR_MAIL_FROM: 'Allclear <alerts@example.org>',
};
const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'hush', TWILIO_FROM: '+18135550100' };

test('without anything nobody is told but by web push, and nothing private is reached', () => {
  expect(readConfig([], {})?.delivery).toEqual({
    smtp: null,
    sms: null,
    allowPrivateAddresses: false,
    vapidSubject: 'mailto:allclear@localhost',
    informacastUrl: 'https://api.icmobile.singlewire.com',
  });
});

test('the channels of telling people', () => {
  expect(
    readConfig([], { ...fine, ...twilio, ALLCLEAR_URL: 'https://allclear.example.org/' })?.delivery,
  ).toEqual({
    smtp: { url: fine.SMTP_URL, from: fine.ALLCLEAR_MAIL_FROM },
    sms: {
      kind: 'twilio',
      accountSid: 'AC1',
      authToken: 'hush',
      from: '+18135550100',
      apiUrl: 'https://api.twilio.com',
    },
    allowPrivateAddresses: false,
    vapidSubject: 'https://allclear.example.org',
    informacastUrl: 'https://api.icmobile.singlewire.com',
  });
  const gateway = {
    ALLCLEAR_SMS_GATEWAY_URL: 'http://10.0.0.5/sms',
    ALLCLEAR_SMS_GATEWAY_SECRET: 'hush',
    ALLCLEAR_ALLOW_PRIVATE_ADDRESSES: 'true',
  };
  expect(readConfig([], { ...gateway, ALLCLEAR_CONTACT: 'ops@example.org' })?.delivery).toMatchObject({
    sms: { kind: 'gateway', url: 'http://10.0.0.5/sms', secret: 'hush' },
    allowPrivateAddresses: true,
    vapidSubject: 'mailto:ops@example.org',
  });
});

test('responses by SMS are off unless set, and need a provider whose requests are signed', () => {
  const on = { ALLCLEAR_SMS_RESPONSES: 'true' };
  const gateway = { ALLCLEAR_SMS_GATEWAY_URL: 'http://10.0.0.5/sms' };
  const takes = { sms: { takesResponses: true } };
  expect(readConfig([], twilio)?.delivery).not.toMatchObject(takes);
  expect(readConfig([], { ...twilio, ...on })?.delivery).toMatchObject(takes);
  const signed = { ...gateway, ALLCLEAR_SMS_GATEWAY_SECRET: 'hush', ...on };
  expect(readConfig([], signed)?.delivery).toMatchObject(takes);
});

test.each<[string, NodeJS.ProcessEnv, RegExp]>([
  ['a mail server that is none', { ...fine, SMTP_URL: 'mail.example.org' }, /SMTP_URL must be like/],
  ['responses by SMS without SMS', { ALLCLEAR_SMS_RESPONSES: 'true' }, /ALLCLEAR_SMS_RESPONSES needs/],
  [
    'responses by SMS through a gateway that does not sign',
    { ALLCLEAR_SMS_RESPONSES: 'true', ALLCLEAR_SMS_GATEWAY_URL: 'http://10.0.0.5/sms' },
    /ALLCLEAR_SMS_RESPONSES needs/,
  ],
  ['mail without a sender', { SMTP_URL: fine.SMTP_URL }, /go together/],
  [
    'a sender with a second header',
    { ...fine, ALLCLEAR_MAIL_FROM: 'a@b.example\nBcc: c@d.example' },
    /ALLCLEAR_MAIL_FROM must be/,
  ],
  ['half of Twilio', { TWILIO_ACCOUNT_SID: 'AC1' }, /all three or none/],
  ['a number that is none', { ...twilio, TWILIO_FROM: '555-0100' }, /TWILIO_FROM must be/],
  ['two providers', { ...twilio, ALLCLEAR_SMS_GATEWAY_URL: 'https://sms.example.org' }, /set one of them/],
  [
    'a gateway that is none',
    { ALLCLEAR_SMS_GATEWAY_URL: 'sms.example.org' },
    /ALLCLEAR_SMS_GATEWAY_URL must be/,
  ],
  ['a secret of nothing', { ALLCLEAR_SMS_GATEWAY_SECRET: 'x' }, /of no use/],
  ['a switch that is none', { ALLCLEAR_ALLOW_PRIVATE_ADDRESSES: 'maybe' }, /must be true or false/],
  ['a subject that is none', { ALLCLEAR_VAPID_SUBJECT: 'me' }, /mailto: or https:/],
])('%s is a problem, and no secret is repeated', (_name, env, expected) => {
  const found = problems([], env);
  expect(found.join(' ')).toMatch(expected);
  expect(found.join(' ')).not.toMatch(/pass-word|hush/);
});

test('base maps are an https address each; a tile template names whom it credits; no key is repeated', () => {
  expect(readConfig([], {})?.baseMaps).toEqual([]);
  const env = {
    ALLCLEAR_SATELLITE_MAP: 'https://tiles.example/{z}/{x}/{y}.jpg?key=k3y',
    ALLCLEAR_SATELLITE_MAP_CREDIT: '© Us',
    ALLCLEAR_STREET_MAP: 'http://maps.internal:8080/styles/streets.json',
  };
  expect(readConfig([], env)?.baseMaps).toEqual([
    { name: 'satellite', url: env.ALLCLEAR_SATELLITE_MAP, credit: '© Us' },
    { name: 'street', url: env.ALLCLEAR_STREET_MAP, credit: null },
  ]);
  expect(
    problems([], { ALLCLEAR_SATELLITE_MAP: env.ALLCLEAR_SATELLITE_MAP, ALLCLEAR_STREET_MAP_CREDIT: 'x' }),
  ).toEqual([
    'ALLCLEAR_SATELLITE_MAP_CREDIT must say whom the map credits: a tile template names nobody.',
    'ALLCLEAR_STREET_MAP_CREDIT is of no use without ALLCLEAR_STREET_MAP.',
  ]);
  for (const url of [
    'file:///k3y/style.json',
    'k3y',
    'http://tiles.example/k3y',
    'https://me:k3y@tiles.example/style.json',
    'https://{s}.tiles.example/{z}/{x}/{y}?key=k3y',
    'https://tiles.example/{z}/{x}?key=k3y',
    'https://tiles.example/{z}/{x}/{y}.pbf?key=k3y',
    'https:///k3y{z}',
  ]) {
    const said = problems([], { ALLCLEAR_STREET_MAP: url, ALLCLEAR_STREET_MAP_CREDIT: 'x' });
    expect(said).toEqual([expect.stringMatching(/^ALLCLEAR_STREET_MAP (must|holds|is)/)]);
    expect(said[0]).not.toContain('k3y');
  }
});

test('an operator is made without an organization, anybody else with one', () => {
  const email = ['--email', 'rules@your.example'];
  expect(readAdminConfig([...email, '--operator'], {})).toMatchObject({ organization: null });
  expect(readAdminConfig([...email, '--organization', 'Hill'], {})).toMatchObject({ organization: 'Hill' });
  expect(() => readAdminConfig([...email, '--operator', '--organization', 'Hill'], {})).toThrow(BadConfig);
  expect(() => readAdminConfig(email, {})).toThrow(BadConfig);
});

test('an installation that is not the production one has a name', () => {
  const of = (name: string) => readConfig([], { ALLCLEAR_ENVIRONMENT: name })?.environment;
  expect(readConfig([], {})?.environment).toBeNull();
  expect([of('Production'), of(' Staging 2 ')]).toEqual([null, 'Staging 2']);
  for (const name of ['<b>Staging</b>', 'The one that is for training'])
    expect(problems([], { ALLCLEAR_ENVIRONMENT: name })).toEqual([
      `ALLCLEAR_ENVIRONMENT must be 1 to 16 letters, digits, blanks, dots or dashes, not '${name}'.`,
    ]);
});
