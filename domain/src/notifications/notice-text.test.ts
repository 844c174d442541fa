import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlaceHold } from '../locations/index.ts';
import { emphasized, type NoticeInput, noticeText, policyWarningMessage } from './notice-text.ts';
import type { WarningNoticeKind } from './recipients.ts';
import { standingSentence } from './text-parts.ts';

const at = Date.parse('2026-07-15T20:42:00Z');
const lightning: NoticeInput = {
  notice: 'started',
  policyName: 'Lightning',
  typeShortName: 'LR1',
  unit: 'mi',
  precision: 0,
  threshold: 10,
  isDesc: true,
  value: 4.24,
  locationName: 'Main Stadium',
  at,
  startedAt: at,
  allClearMinutes: 30,
  timeZone: 'America/Chicago',
  additionalText: '',
  isTest: false,
  compass: 'NE',
};
const wbgt: NoticeInput = {
  ...lightning,
  policyName: 'WBGT',
  typeShortName: 'WBGT',
  unit: '°F',
  precision: 1,
  threshold: 90,
  isDesc: false,
  value: 91.26,
};
const tornado: NoticeInput = {
  ...lightning,
  policyName: 'NWS Alert',
  typeShortName: 'NWS',
  unit: '',
  threshold: 0,
  value: null,
  event: 'Tornado Warning',
};
const gust: NoticeInput = {
  ...wbgt,
  policyName: 'Gust',
  typeShortName: 'GUST',
  unit: 'mph',
  precision: 0,
  threshold: 35,
};
const delay: PlaceHold = { kind: 'delay', stop: false, radiusMiles: 20, clearAt: at };
const heat: PlaceHold = {
  kind: 'warning',
  policyId: 'heat',
  typeShortName: 'HEAT',
  policyName: 'Heat',
  event: null,
  heldSince: at,
};
const hourLater = { at: at + 3_600_000 };

describe('what a notice says', () => {
  test.each<[WarningNoticeKind, NoticeInput, string]>([
    ['started', lightning, 'Lightning 4.2 mi NE of Main Stadium at 3:42 PM CDT'],
    ['started', { ...lightning, compass: null }, 'Lightning 4.2 mi from Main Stadium at 3:42 PM CDT'],
    ['started', { ...lightning, value: null }, 'Lightning within 10 mi of Main Stadium at 3:42 PM CDT'],
    ['started', { ...lightning, distanceMiles: 7 }, 'Lightning 7.0 mi NE of Main Stadium at 3:42 PM CDT'],
    ['reminder', { ...lightning, ...hourLater }, 'Lightning again 4.2 mi NE of Main Stadium at 4:42 PM CDT'],
    [
      'in-effect',
      { ...lightning, ...hourLater },
      'Lightning delay in effect at Main Stadium since 3:42 PM CDT',
    ],
    [
      'held',
      { ...lightning, ...hourLater, heldSince: at + 60_000 },
      'No new lightning data for Main Stadium since 3:43 PM CDT: there is no all clear',
    ],
    [
      'resumed',
      { ...lightning, ...hourLater },
      'New data for Main Stadium again at 4:42 PM CDT: the Lightning warning is still in effect, there is no all clear yet',
    ],
    [
      'all-clear',
      { ...lightning, ...hourLater },
      'All clear at Main Stadium at 4:42 PM CDT: 30 minutes without lightning within 10 mi',
    ],
    [
      'ended',
      { ...lightning, ...hourLater, holds: [delay] },
      'No lightning within 10 mi of Main Stadium for 30 minutes (4:42 PM CDT). Lightning delay still in effect within 20 mi',
    ],
    [
      'ended',
      { ...gust, ...hourLater, holds: [delay] },
      'Wind gust is back under 35 mph at Main Stadium (4:42 PM CDT). Lightning delay still in effect',
    ],
    [
      'ended',
      { ...gust, isDesc: true, holds: [{ kind: 'lightning-unknown', since: null }, heat] },
      'Wind gust is back over 35 mph at Main Stadium (3:42 PM CDT). Lightning status is unknown: no all clear. And 1 more: see Allclear',
    ],
    [
      'ended',
      { ...tornado, ...hourLater, holds: [heat] },
      'The NWS Tornado Warning for Main Stadium has ended (4:42 PM CDT). Heat warning still in effect (no new data)',
    ],
    [
      'withdrawn',
      { ...lightning, ...hourLater },
      'Withdrawn: the Lightning warning for Main Stadium, at 4:42 PM CDT. This is not an all clear',
    ],
    ['test', lightning, 'This is a test of the Lightning notices for Main Stadium, sent at 3:42 PM CDT'],
    ['started', wbgt, 'WBGT 91.3 °F at Main Stadium at 3:42 PM CDT; the limit is 90.0 °F'],
    ['started', { ...wbgt, value: null }, 'WBGT at or above 90.0 °F at Main Stadium at 3:42 PM CDT'],
    ['reminder', wbgt, 'WBGT still 91.3 °F at Main Stadium at 3:42 PM CDT; the limit is 90.0 °F'],
    [
      'in-effect',
      { ...wbgt, ...hourLater },
      'WBGT warning in effect at Main Stadium since 3:42 PM CDT; the limit is 90.0 °F',
    ],
    [
      'held',
      { ...wbgt, typeShortName: 'HEAT', heldSince: null },
      'No new heat index data for Main Stadium since 3:42 PM CDT: there is no all clear',
    ],
    [
      'all-clear',
      { ...wbgt, value: 85, ...hourLater },
      'All clear at Main Stadium at 4:42 PM CDT: WBGT below 90.0 °F for 30 minutes',
    ],
    [
      'all-clear',
      { ...wbgt, typeShortName: 'CHILL', isDesc: true, precision: 0, threshold: -10, ...hourLater },
      'All clear at Main Stadium at 4:42 PM CDT: wind chill above -10 °F for 30 minutes',
    ],
    ['started', tornado, 'NWS Tornado Warning for Main Stadium at 3:42 PM CDT'],
    ['reminder', tornado, 'NWS Tornado Warning still in effect for Main Stadium at 3:42 PM CDT'],
    [
      'in-effect',
      { ...tornado, ...hourLater },
      'NWS Tornado Warning in effect for Main Stadium since 3:42 PM CDT',
    ],
    [
      'held',
      tornado,
      'No new weather-service data for Main Stadium since 3:42 PM CDT: there is no all clear',
    ],
    [
      'all-clear',
      { ...tornado, ...hourLater },
      'All clear at Main Stadium at 4:42 PM CDT: the NWS Tornado Warning has ended',
    ],
  ])('%s: %j', (notice, input, subject) => {
    const words = noticeText({ ...input, notice });
    expect(words.subject).toBe(subject);
    expect(words.text.startsWith(subject)).toBe(true);
    expect(words.short.startsWith(subject.replaceAll('°', ''))).toBe(true);
    expect(words.text.endsWith(standingSentence)).toBe(true);
  });

  test('a long text, whole', () => {
    expect(
      noticeText({
        ...lightning,
        notice: 'reminder',
        additionalText: 'Go to the gym.\r\n\r\n\r\nBring everyone.',
        startedAt: at - 86_400_000,
      }).text,
    ).toBe(`Lightning again 4.2 mi NE of Main Stadium at 3:42 PM CDT.

The all clear comes after 30 minutes without lightning within 10 mi; every further strike starts the count again.

Go to the gym.

Bring everyone.

Policy: Lightning. The warning began at 7/14/26 3:42 PM CDT.

${standingSentence}`);
  });

  test('an all clear after less than 30 minutes says so, in long and in short', () => {
    const words = noticeText({ ...lightning, notice: 'all-clear', allClearMinutes: 10 });
    for (const text of [words.text, words.short])
      expect(text).toContain('Shorter than the 30 minutes that NFHS, NCAA and NWS advise.');
    expect(noticeText({ ...lightning, notice: 'all-clear' }).text).not.toContain('Shorter');
    expect(noticeText({ ...wbgt, notice: 'all-clear', allClearMinutes: 10 }).text).not.toContain('Shorter');
  });

  test('the end of a warning at a place that something else holds: all of it, and never the text for an all clear', () => {
    const holds: PlaceHold[] = [delay, { ...heat, heldSince: null }, { kind: 'no-lightning-data' }];
    const words = noticeText({
      ...gust,
      notice: 'ended',
      holds,
      additionalText: 'Everybody back on the field!',
    });
    expect(words.text).not.toContain('back on the field');
    expect(words.short).toBe(
      'Wind gust is back under 35 mph at Main Stadium (3:42 PM CDT). Lightning delay still in effect. And 2 more: see Allclear. Not an all clear.',
    );
    for (const sentence of [
      'Lightning delay still in effect.',
      'Heat warning still in effect.',
      'No lightning data here.',
      'Only the Gust warning has ended. This is not an all clear.',
    ])
      expect(words.text).toContain(sentence);
  });

  test.each([
    ['simulated', 'SIMULATED: ', 'The weather is simulated: not for safety decisions.'],
    ['replay', 'REPLAYED: ', 'The weather is replayed: not for safety decisions.'],
  ] as const)('%s weather stands before everything else in every text', (weather, mark, sentence) => {
    for (const notice of ['started', 'all-clear', 'test'] as const) {
      const words = noticeText({ ...lightning, notice, weather });
      for (const text of Object.values(words)) expect(text.startsWith(mark)).toBe(true);
      expect(words.text).toContain(sentence);
    }
  });

  test('the place has its own time, wherever the reader is', () => {
    expect(noticeText({ ...lightning, timeZone: 'Pacific' }).subject).toBe(
      'Lightning 4.2 mi NE of Main Stadium at 1:42 PM PDT',
    );
  });
});

describe('the short text', () => {
  test('takes the organization’s text first, then how it ends', () => {
    expect(noticeText({ ...lightning, additionalText: 'Go to the “gym”.' }).short).toBe(
      'Lightning 4.2 mi NE of Main Stadium at 3:42 PM CDT. Go to the "gym". All clear after 30 min without lightning within 10 mi.',
    );
  });

  test('never cuts an instruction in two', () => {
    const additionalText = `Do not go to the gym, ${'and wait for the word of your coach, '.repeat(5)} which is closed.`;
    expect(noticeText({ ...wbgt, additionalText }).short).toBe(
      'WBGT 91.3 F at Main Stadium at 3:42 PM CDT; the limit is 90.0 F. More in Allclear.',
    );
  });

  test('shortens the name of a place rather than what happened', () => {
    const { short } = noticeText({ ...lightning, locationName: 'Very Long Name of a Field '.repeat(8) });
    expect(short.length).toBeLessThanOrEqual(160);
    expect(short).toMatch(/^Lightning 4\.2 mi NE of Very Long Name.*\.\.\. at 3:42 PM CDT\.$/);
  });
});

describe('always', () => {
  const kinds: readonly WarningNoticeKind[] = [
    'started',
    'reminder',
    'held',
    'resumed',
    'in-effect',
    'all-clear',
    'ended',
    'withdrawn',
    'test',
  ];
  const anything = fc.record({
    input: fc.constantFrom(
      lightning,
      wbgt,
      tornado,
      { ...wbgt, typeShortName: 'GUST', unit: 'mph' },
      { ...wbgt, typeShortName: 'NEW' },
    ),
    name: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 100 }),
      fc.constant('Main\r\nBcc: all@example.org'),
      fc.constant(''),
    ),
    policyName: fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.constant('All clear')),
    additionalText: fc.string({ unit: 'binary', maxLength: 500 }),
    value: fc.constantFrom(null, 0, 4.2, 91, Number.NaN),
    notice: fc.constantFrom(...kinds),
    isTest: fc.boolean(),
  });
  const words = ({ input, name, ...rest }: typeof anything extends fc.Arbitrary<infer T> ? T : never) =>
    noticeText({ ...input, ...rest, locationName: name });

  test('subject and short text are one line, and the short one fits', () => {
    fc.assert(
      fc.property(anything, (given) => {
        const { subject, text, short } = words(given);
        expect(subject).not.toMatch(/\p{Cc}/u);
        expect(short).not.toMatch(/\p{Cc}/u);
        expect(text).not.toMatch(/[^\P{Cc}\n]/u);
        expect(short.length).toBeLessThanOrEqual(160);
        expect(`${subject}${short}`).not.toMatch(/undefined|NaN|null/);
      }),
      { numRuns: 1_000 },
    );
  });

  test('a warning and an all clear differ in their first word, a test begins as one, and nothing else begins like an all clear', () => {
    fc.assert(
      fc.property(anything, (given) => {
        const isTest = given.isTest || given.notice === 'test';
        for (const text of Object.values(words(given))) {
          expect(text.startsWith('This is a test')).toBe(isTest);
          if (!isTest) expect(text.startsWith('All clear')).toBe(given.notice === 'all-clear');
          if (!isTest && given.notice !== 'all-clear') expect(text.split(' ')[0]).not.toMatch(/^all/i);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test.each<[WarningNoticeKind, string]>([
    ['held', 'there is no all clear'],
    ['resumed', 'there is no all clear yet'],
    ['withdrawn', 'This is not an all clear'],
  ])('%s says that in every text', (notice, sentence) => {
    fc.assert(
      fc.property(anything, (given) => {
        for (const text of Object.values(words({ ...given, notice }))) expect(text).toContain(sentence);
      }),
    );
  });
});

describe('the sentence of the warnings panel', () => {
  const warning = {
    typeShortName: 'WBGT',
    unit: '°F',
    precision: 1,
    threshold: 90,
    isDesc: false,
    value: 91.26,
    lastUpdateAt: at,
    timeZone: 'CST',
  };

  test.each([
    ['a reading', warning, 'WBGT at or above 90.0 °F. Current value 91.3 °F. Last updated 7/15/26 03:42 PM.'],
    ['no value', { ...warning, value: null }, 'WBGT at or above 90.0 °F. Last updated 7/15/26 03:42 PM.'],
    [
      'held',
      { ...warning, heldSince: at + 60_000 },
      'WBGT at or above 90.0 °F. Current value 91.3 °F. Last updated 7/15/26 03:42 PM. No new data since 7/15/26 03:43 PM.',
    ],
    [
      'lightning',
      {
        ...warning,
        typeShortName: 'LR1',
        unit: 'mi',
        precision: 0,
        threshold: 10,
        isDesc: true,
        value: 4.24,
      },
      'Lightning within 10 mi. Last strike 4.2 mi away. Last updated 7/15/26 03:42 PM.',
    ],
    [
      'an alert',
      { ...warning, typeShortName: 'NWS', value: null, event: 'Tornado Warning' },
      'Tornado Warning of the National Weather Service. Last updated 7/15/26 03:42 PM.',
    ],
  ])('%s', (_, given, sentence) => {
    expect(policyWarningMessage(given)).toBe(sentence);
  });
});

describe('lead parts of weather-service text', () => {
  test.each<[string, [string, string] | null]>([
    ['HAZARD...Wind gusts up to 40 mph.', ['HAZARD', '...Wind gusts up to 40 mph.']],
    ['* WHEN...Until 415 PM CDT.', ['* WHEN', '...Until 415 PM CDT.']],
    ['...HEAT ADVISORY IN EFFECT UNTIL 8 PM...', ['...HEAT ADVISORY IN EFFECT UNTIL 8 PM', '...']],
    ['...HEAT ADVISORY', ['...HEAT ADVISORY', '']],
    ['Some locations include...', ['Some locations include', '...']],
    ['Turn around, don’t drown.', null],
    ['', null],
  ])('%s', (line, parts) => {
    expect(emphasized(line)).toEqual(parts);
  });

  test('lead and rest together are the line', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('...', 'A', ' ', '.')), (letters) => {
        const line = letters.join('');
        expect(emphasized(line)?.join('') ?? line).toBe(line);
        expect(emphasized(line) === null).toBe(!line.includes('...'));
      }),
    );
  });
});
