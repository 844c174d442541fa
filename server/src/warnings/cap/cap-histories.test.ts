import {
  type CapMessage,
  type CapNotice,
  type CapReference,
  capAllClearLifeMs,
  capDocument,
  capLifeMs,
  capMessage,
  noticeText,
  type PlaceHold,
} from '@allclear/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAlert, schemaErrors } from '../../../test/cap/cap-reader.ts';

/** Random histories of one warning, written by the domain and read by a reader of the standard. */

const startAt = Date.UTC(2026, 5, 6, 20);
const open: readonly CapNotice[] = ['started', 'reminder', 'held', 'resumed', 'in-effect'];

const hold = fc.constantFrom<PlaceHold>(
  { kind: 'delay', stop: true, radiusMiles: 10, clearAt: startAt },
  { kind: 'delay', stop: false, radiusMiles: 20, clearAt: startAt },
  { kind: 'observing', radiusMiles: 10, clearAt: startAt },
  { kind: 'lightning-unknown', since: null },
  { kind: 'no-lightning-data' },
  { kind: 'checking' },
  { kind: 'warnings-unknown' },
  {
    ...{ kind: 'warning', policyId: 'p', typeShortName: 'NWS', policyName: 'Storms' },
    ...{ event: 'Tornado Watch', heldSince: null },
  },
);
const step = fc.record({
  notice: fc.constantFrom<CapNotice>(...open, 'ended', 'all-clear', 'withdrawn'),
  laterMs: fc.integer({ min: 0, max: 2 * capLifeMs }),
  holds: fc.array(hold, { maxLength: 3 }),
});
/** Text that people type, and worse: markup, control characters, lone surrogates. */
const name = fc
  .array(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('&', '<', ']]>', '"', '\u0000', '\ud800', ' ')),
  )
  .map((parts) => parts.join(''));
const type = fc.constantFrom(
  { typeShortName: 'LR1', unit: 'mi', precision: 0, threshold: 10, isDesc: true },
  { typeShortName: 'LR3', unit: 'mi', precision: 0, threshold: 30, isDesc: true },
  { typeShortName: 'HEAT', unit: '°F', precision: 0, threshold: 95, isDesc: false },
  { typeShortName: 'NWS', unit: '', precision: 0, threshold: 0, isDesc: false },
);
const history = fc.record({
  ...{ type, place: name, policyName: name, organization: name, lifeSafety: fc.boolean() },
  event: fc.constantFrom(
    null,
    'Tornado Warning',
    'Flood Watch',
    'Special Weather Statement',
    '<odd> & event',
  ),
  weather: fc.constantFrom('live', 'simulated', 'replay'),
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  steps: fc.array(step, { minLength: 1, maxLength: 8 }),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

function messagesOf(
  given: History,
): { message: CapMessage; notice: CapNotice; holds: readonly PlaceHold[] }[] {
  const { type: limit, place, policyName, event, weather, lifeSafety, latitude, longitude } = given;
  const earlier: (CapReference & { expiresAt: number })[] = [];
  let now = startAt;
  return given.steps.map(({ notice, laterMs, holds }, index) => {
    now += laterMs;
    const heldSince = notice === 'held' ? startAt : null;
    const isEnd = notice === 'ended' || notice === 'all-clear';
    const warning = { ...limit, lifeSafety, event, policyName };
    const words = noticeText({
      ...{ ...limit, notice, policyName, value: null, locationName: place, at: now, startedAt: startAt },
      ...{ heldSince, allClearMinutes: 30, timeZone: 'America/New_York', additionalText: place },
      ...{ holds: isEnd ? holds : [], isTest: false, event, weather },
    });
    const message = capMessage({
      ...{ notice, words, weather, sentAt: now, earlier: [...earlier], holds: isEnd ? holds : [] },
      ...{ identifier: `warning.${index + 1}`, sender: 'us.example', senderName: given.organization },
      warning: { ...warning, radiusMiles: limit.threshold, limit: null, startedAt: startAt, heldSince },
      place: { name: place, latitude, longitude },
      timeZone: 'America/New_York',
    });
    earlier.push(message);
    return { message, notice, holds: isEnd ? holds : [] };
  });
}

test('references are complete and in order, times never go back, and texts survive being written', () => {
  fc.assert(
    fc.property(history, (given) => {
      const written = messagesOf(given);
      const read = written.map(({ message }) => readAlert(capDocument(message)));
      for (const [index, alert] of read.entries()) {
        const before = read.slice(0, index);
        const current = before.filter(({ expires }) => expires > alert.sent);
        expect(alert.references.map(({ identifier }) => identifier)).toEqual(
          (current.length > 0 ? current : before.slice(-1)).map(({ identifier }) => identifier),
        );
        for (const reference of alert.references) {
          const meant = before.find(({ identifier }) => identifier === reference.identifier);
          expect([reference.sender, reference.sent]).toEqual([meant?.sender, meant?.sent]);
        }
        expect(alert.sent).toBeGreaterThanOrEqual(before.at(-1)?.sent ?? 0);
        expect(alert.msgType === 'Alert').toBe(index === 0);
        expect(alert.expires).toBeGreaterThan(alert.sent);
        expect(alert.status).toBe(given.weather === 'live' ? 'Actual' : 'Exercise');
        const { message } = written[index]!;
        // What no XML has is gone; everything else is as it was.
        const stripped = (text: string) =>
          text
            .toWellFormed()
            .replace(/\p{Cc}/gu, (one) => (one === '\n' || one === '\t' ? one : ''))
            .replace(/[\ufffd\ufffe\uffff]/g, '');
        const same = (a: string, b: string) => expect(stripped(a)).toBe(stripped(b));
        same(alert.headline, message.headline);
        same(alert.description, message.description);
        same(alert.areaDesc, message.area.description);
        same(alert.senderName, message.senderName);
      }
    }),
  );
});

test('nothing is AllClear but the all clear of a place that nothing holds, and that expires soon', () => {
  fc.assert(
    fc.property(history, (given) => {
      for (const { message, notice, holds } of messagesOf(given)) {
        const isEarned = notice === 'all-clear' && holds.length === 0;
        expect(message.responseType === 'AllClear').toBe(isEarned);
        expect(message.urgency === 'Past').toBe(isEarned);
        expect(message.expiresAt - message.sentAt).toBe(isEarned ? capAllClearLifeMs : capLifeMs);
        // The words of people's own policies and places may say anything; ours must not.
        if (!isEarned)
          expect(message.instruction).not.toMatch(/\b(all clear|within policy|good|safe)\b|^Clear/i);
        if (notice === 'held' || notice === 'withdrawn') expect(message.certainty).toBe('Unknown');
      }
    }),
  );
});

test('every document holds against the schema', async () => {
  const documents = fc
    .sample(history, { numRuns: 60, seed: 7 })
    .flatMap((given) => messagesOf(given).map(({ message }) => capDocument(message)));
  expect(await schemaErrors(documents)).toEqual([]);
  const [first = ''] = documents;
  const wrong = [
    first.replace(/-00:00<\/sent>/, 'Z</sent>'),
    first.replace('<scope>Restricted</scope>', ''),
    first.replace(/<msgType>\w+</, '<msgType>Clear<'),
    first.replace(/<identifier>[^<]*/, '<identifier>a b'),
  ];
  for (const document of wrong) expect((await schemaErrors([document])).length).toBeGreaterThan(0);
});
