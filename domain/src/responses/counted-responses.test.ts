import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkResponsePlace,
  countedResponses,
  type PersonResponse,
  type ResponseKind,
  responseKinds,
  tallyResponses,
} from './counted-responses.ts';
import { escalationText, helpText } from './response-text.ts';

const given = (kind: ResponseKind, key: string, isChange = false, personId = 'a'): PersonResponse => ({
  ...{ personId, key, kind, isChange },
});
const kindOf = (responses: readonly PersonResponse[]) => countedResponses(responses).get('a')?.kind;

const anyResponses = fc.array(
  fc.record({
    personId: fc.constantFrom('a', 'b', 'c', 'stranger'),
    key: fc.constantFrom('1', '2', '3', '4', '5'),
    kind: fc.constantFrom(...responseKinds),
    isChange: fc.boolean(),
  }),
);

describe('the response that counts', () => {
  test.each<[string, PersonResponse[], ResponseKind]>([
    ['help before a later inside', [given('help', '1'), given('inside', '2')], 'help'],
    ['inside before a later read', [given('inside', '1'), given('read', '2')], 'inside'],
    ['a later help before inside', [given('inside', '1'), given('help', '2')], 'help'],
    ['what the person changed it to', [given('help', '1'), given('inside', '2', true)], 'inside'],
    [
      'help by another way, before a change that was pressed earlier and sent later',
      [
        { ...given('help', '1'), pressedAt: 20 },
        { ...given('inside', '2', true), pressedAt: 10 },
      ],
      'help',
    ],
    [
      'help that was pressed earlier and sent later',
      [
        { ...given('inside', '1'), pressedAt: 20 },
        { ...given('help', '2'), pressedAt: 10 },
      ],
      'help',
    ],
    [
      'a change that was sent later, of what was pressed before it',
      [
        { ...given('help', '1'), pressedAt: 10 },
        { ...given('inside', '2', true), pressedAt: 20 },
      ],
      'inside',
    ],
    ['the first of a repeated key', [given('read', '1'), given('help', '1', true)], 'read'],
  ])('is %s', (_, responses, kind) => {
    expect(kindOf(responses)).toBe(kind);
  });

  test('each person who was asked is counted once, whatever is repeated, and nobody else', () => {
    fc.assert(
      fc.property(anyResponses, (responses) => {
        const tally = tallyResponses(['a', 'b', 'c', 'a'], countedResponses([...responses, ...responses]));
        expect(tally).toEqual(tallyResponses(['a', 'b', 'c'], countedResponses(responses)));
        expect(tally.asked).toBe(3);
        expect(tally.noResponse + tally.read + tally.inside + tally.help).toBe(3);
      }),
    );
  });

  test('that something was read never counts as inside', () => {
    fc.assert(
      fc.property(anyResponses, (responses) => {
        const reads = responses.map((one) => ({ ...one, kind: 'read' as const }));
        const { inside, help } = tallyResponses(['a', 'b', 'c'], countedResponses(reads));
        expect([inside, help]).toEqual([0, 0]);
      }),
    );
  });

  test('only a change makes it weaker', () => {
    fc.assert(
      fc.property(anyResponses, (responses) => {
        const unchanged = responses.map((one) => ({ ...one, isChange: false }));
        const firstOfKey = unchanged.filter(
          (one, index) =>
            unchanged.findIndex(({ personId, key }) => personId === one.personId && key === one.key) ===
            index,
        );
        const needsHelp = firstOfKey.some(({ personId, kind }) => personId === 'a' && kind === 'help');
        expect(kindOf(unchanged) === 'help').toBe(needsHelp);
      }),
    );
  });
});

test('of two that are as strong the one that was pressed last counts', () => {
  const [first, last] = [
    { ...given('inside', '1'), pressedAt: 10 },
    { ...given('inside', '2'), pressedAt: 20 },
  ];
  for (const order of [
    [first, last],
    [last, first],
  ])
    expect(countedResponses(order).get('a')?.key).toBe('2');
});

describe('where somebody is', () => {
  test('is needed for inside, may be left out for help, and is dropped for read', () => {
    expect(checkResponsePlace('inside', ' ')).toEqual({ kind: 'wrong', error: 'Say where you are inside' });
    expect(checkResponsePlace('help', '')).toEqual({ kind: 'right', place: '' });
    expect(checkResponsePlace('read', 'x')).toEqual({ kind: 'right', place: '' });
    expect(checkResponsePlace('inside', ' Gym \n east ')).toEqual({ kind: 'right', place: 'Gym east' });
    expect(checkResponsePlace('inside', 'x'.repeat(121)).kind).toBe('wrong');
    expect(checkResponsePlace('help', '<b>').kind).toBe('wrong');
  });
});

describe('the texts', () => {
  const names = Array.from({ length: 23 }, (_, index) => `Person ${index + 1}`);

  test('list at most 20 names, and say that it is a drill', () => {
    const { subject, text } = escalationText({ names, asked: 40, headline: 'Go inside', isDrill: true });
    expect(subject).toBe('This is a drill. 23 of 40 people have not responded');
    expect(text).toContain('Person 20 and 3 more');
    expect(text).not.toContain('Person 21');
    expect(helpText({ name: 'Person 1', place: '', headline: 'Go inside', isDrill: false }).short).toBe(
      'Person 1 needs help. The person did not say where.',
    );
    const late = { name: 'Person 1', place: 'Gym', headline: 'Go inside', isDrill: false, lateMinutes: 13 };
    expect(helpText(late).short).toBe('Person 1 needs help. Where: Gym. Pressed 13 min before it arrived.');
  });

  test('never calm', () => {
    const all = [
      ...Object.values(escalationText({ names, asked: 40, headline: 'Go inside', isDrill: false })),
      ...Object.values(helpText({ name: 'Person 1', place: 'Gym', headline: 'Go inside', isDrill: false })),
    ];
    for (const text of all) expect(text).not.toMatch(/\b(?:all )?clear\b|\bsafe\b|all good/i);
  });
});
