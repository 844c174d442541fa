import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeSms, smsOf, smsSize } from './sms-text.ts';

const URL = 'https://allclear.example.org/w/41';

describe('the room a text takes', () => {
  test.each([
    ['', 'gsm-7', 0, 1],
    ['a'.repeat(160), 'gsm-7', 160, 1],
    ['a'.repeat(161), 'gsm-7', 161, 2],
    ['a'.repeat(306), 'gsm-7', 306, 2],
    ['a'.repeat(307), 'gsm-7', 307, 3],
    ['€'.repeat(80), 'gsm-7', 160, 1],
    // The pair at the border moves on to the next message.
    [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 'gsm-7', 306, 3],
    ['⚡'.repeat(70), 'ucs-2', 70, 1],
    ['⚡'.repeat(71), 'ucs-2', 71, 2],
    ['😀'.repeat(35), 'ucs-2', 70, 1],
    ['😀'.repeat(67), 'ucs-2', 134, 3],
    ['ñ'.repeat(160), 'gsm-7', 160, 1],
    ['á'.repeat(70), 'ucs-2', 70, 1],
  ])('%#: %s', (text, alphabet, units, segments) => {
    expect(smsSize(text)).toEqual({ alphabet, units, segments });
  });
});

describe('the text that is sent', () => {
  test.each([
    ['Feels like 103 °F – stop', `Feels like 103 F - stop ${URL}`],
    ['WBGT ≥ 92.0°F at the “North” field…', `WBGT >= 92.0 F at the "North" field... ${URL}`],
    ['PM₂.₅ is high', `PM2.5 is high ${URL}`],
    ['a\u0000b\u200bc\r\nd', `abc\nd ${URL}`],
    [`See ${URL}`, `See ${URL}`],
  ])('%j', (short, expected) => {
    expect(composeSms(short, URL)).toBe(expected);
  });
  test('a long text is cut at a word; the link stays whole', () => {
    const text = composeSms('Lightning near the practice fields. '.repeat(20), URL);
    expect(text.endsWith(`... ${URL}`)).toBe(true);
    expect(smsSize(text)).toMatchObject({ alphabet: 'gsm-7', segments: 2 });
    expect(text.replace(`... ${URL}`, '')).toMatch(/(Lightning|near|the|practice|fields\.)$/);
  });
  test('a link that would take most of the room is left out', () => {
    expect(composeSms('Lightning', `${URL}/${'x'.repeat(200)}`)).toBe('Lightning');
    expect(composeSms('Lightning', '')).toBe('Lightning');
  });
  test('whatever the text, it fits, is whole letters and keeps a short link', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 500 }),
        fc.constantFrom(1, 2, 3),
        (short, maxSegments) => {
          const text = composeSms(short, URL, maxSegments);
          expect(smsSize(text).segments).toBeLessThanOrEqual(maxSegments);
          expect(text.isWellFormed()).toBe(true);
          expect(text.endsWith(URL) || (maxSegments === 1 && smsSize(text).alphabet === 'ucs-2')).toBe(true);
        },
      ),
    );
  });
});

test('what somebody wrote is sent whole and without a link, in whichever letters', () => {
  for (const letter of ['a', 'ж']) {
    const short = `Headline: ${`${letter.repeat(9)} `.repeat(70).trim()}`;
    expect(smsOf({ short, url: URL, isWritten: true })).toBe(short);
    expect(smsOf({ short, url: URL })).not.toContain(short);
  }
});

test('the longest message with a link to respond by is sent whole, in letters that GSM lacks', () => {
  const short = `This is a drill. ${'ж'.repeat(100)}: ${'ж'.repeat(500)} - ${'ж'.repeat(100)} Respond: https://weather.example.org/respond#acr_${'x'.repeat(22)}`;
  expect(smsOf({ short, url: URL, isWritten: true })).toBe(short);
});
