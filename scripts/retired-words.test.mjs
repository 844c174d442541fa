import { describe, expect, it } from 'vitest';
import { exemptions, retired, retiredIn, retiredWordsIn, wireNames, wordsOf } from './retired-words.mjs';

describe('the retired words', () => {
  it.each([
    ['wordsOf', ['words', 'of']],
    ['GLMSweepTicks', ['glm', 'sweep', 'ticks']],
    ['LAST_KNOWN_MS', ['last', 'known', 'ms']],
    ['who-is-told', ['who', 'is', 'told']],
  ])('are looked for in the words of %s', (name, words) => {
    expect(wordsOf(name)).toEqual(words);
  });

  it.each([
    'openHouse',
    'recordingDoor',
    'toldAt',
    'tellAll',
    'heardAt',
    'unhear',
    'lightningPicture',
    'LightningVerdict',
    'sweepId',
    'lookedAtMs',
    'Look',
    'vouches',
    'policyPair',
    'struckAt',
    'runErrand',
    'trouble',
    'strayFiles',
    'isKnown',
    'useKnown',
    'keptSecret',
    'shift',
    'Shift',
    'mostRows',
    'usualMinutes',
    'patienceMs',
    'pace',
    'StrikeFacts',
    'inTurn',
    'truth',
    'customerId',
    'organisationId',
    'PressureCentre',
    'colourOf',
    'greyPixel',
    'cancelledAt',
    'labelledPlaces',
    'siteName',
    'sites',
  ])('include %s', (name) => {
    expect(retiredIn(name)).toBeDefined();
  });

  it.each([
    'warehouse',
    'indoor',
    'unknown',
    'lastKnownLightning',
    'lookup',
    'lookUpProfile',
    'generateKeyPair',
    'fallbackChain',
    'auditChain',
    'mostRecent',
    'mostRestrictiveThreshold',
    'almost',
    'website',
    'surface',
    'artifacts',
    'returnTurn',
    'repair',
    'space',
    'shelter',
    'usually',
    'centres',
    'colorOf',
    'canceledAt',
    'feetFromMetres',
  ])('do not include %s', (name) => {
    expect(retiredIn(name)).toBeUndefined();
  });

  it('do not include what others named so', () => {
    expect(retiredIn('shift', { before: '.' })).toBeUndefined();
    expect(retiredIn('shiftKey', { room: 'web' })).toBeUndefined();
    expect(retiredIn('shiftKey', { room: 'server' })).toBeDefined();
    expect(retiredIn('customer', { room: 'e2e' })).toBeUndefined();
    for (const { reason } of exemptions) expect(reason).not.toBe('');
  });

  it('may be pictures where pictures are drawn', () => {
    expect(retiredIn('stormPicture', { room: 'web' })).toBeUndefined();
    expect(retiredIn('stormPicture', { room: 'domain' })).toBeDefined();
  });

  it('are the wire’s where the contract spells them, and only those that it may spell', () => {
    const source =
      "export const getSite = { path: '/site/:siteId', data: z.object({ customerId: z.string(), told: z.string() }) };";
    const wire = wireNames([{ path: 'contract/src/site.ts', source }]);
    expect(retiredIn('customerId', { wire })).toBeUndefined();
    expect(retiredIn('siteId', { wire })).toBeUndefined();
    expect(retiredIn('getSite', { wire })).toBeUndefined();
    expect(retiredIn('siteName', { wire })).toBeDefined();
    expect(retiredIn('told', { wire })).toBeDefined();
  });
});

describe('a file with a retired word', () => {
  const rulesIn = (path, source) =>
    retiredWordsIn(path, source).map(({ line, rule }) => [line, rule.split(':')[0]]);

  it('is found by an identifier, not by what is said in strings, comments or on the page', () => {
    const source = [
      "import { a } from './door.ts'; // the door",
      'const sweepId = 1; /* a sweep */',
      "const text = 'told' + `house ${errand} house`;",
      'const expression = /pair/.test(text);',
      'const row = { trouble: 1 };',
    ].join('\n');
    expect(rulesIn('server/src/a.ts', source)).toEqual([
      [2, 'sweepId'],
      [3, 'errand'],
      [5, 'trouble'],
    ]);
    expect(rulesIn('web/src/A.tsx', 'const A = () => <p title="door">Who was told: {pace}</p>;')).toEqual([
      [1, 'pace'],
    ]);
  });

  it('is found by its name and its folder', () => {
    expect(rulesIn('adapters/src/door/live.ts', '')).toEqual([[0, 'door']]);
    expect(rulesIn('domain/src/who-is-told.test.ts', '')).toEqual([[0, 'who-is-told.test']]);
  });

  it('is found by SQL, of queries and of migrations after the one that renamed the tables', () => {
    const query =
      "const rows = sql<{ a: Map<string, number> }>`select told\nfrom sweeps where kind = 'house'`;";
    expect(rulesIn('server/src/a/store.ts', query)).toEqual([
      [1, 'told'],
      [2, 'sweeps'],
    ]);
    const migration = "-- the house\ncreate table sweeps (kind text default 'house');";
    expect(rulesIn('server/src/platform/database/migrations/0015_more.sql', migration)).toEqual([
      [2, 'sweeps'],
    ]);
    expect(rulesIn('server/src/platform/database/migrations/0002_first.sql', migration)).toEqual([]);
  });

  it('is found by the name of a metric', () => {
    expect(rulesIn('server/src/a.ts', "const name = 'allclear_sweeps_total';")).toEqual([
      [1, 'allclear_sweeps_total'],
    ]);
  });
});

it('each retired word names its standard term', () => {
  for (const { words, instead } of retired) {
    expect(words.length).toBeGreaterThan(0);
    expect(instead).not.toBe('');
  }
});
