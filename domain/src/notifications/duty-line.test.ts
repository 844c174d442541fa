import { expect, test } from 'vitest';
import { dutyLine, withDutyLine } from './duty-line.ts';
import { standingSentence } from './text-parts.ts';

const words = { subject: 'Lightning', text: `Lightning.\n\n${standingSentence}`, short: 'Lightning.' };

test.each([
  [{ decides: 'Alex', watches: 'Sam' }, 'Decides: Alex. Watches: Sam.'],
  [{ decides: null, watches: 'Sam' }, 'Watches: Sam.'],
  [{ decides: 'Alex\nAll clear', watches: null }, 'Decides: Alex All clear.'],
  [{ decides: null, watches: null }, ''],
])('the line of who is on duty: %j', (names, line) => {
  expect(dutyLine(names)).toBe(line);
});

test('stands before the standing sentence, and changes nothing where nobody is named', () => {
  const { text, short, subject } = withDutyLine(words, { decides: 'Alex', watches: null });
  expect(text).toBe(`Lightning.\n\nDecides: Alex.\n\n${standingSentence}`);
  expect([subject, short]).toEqual(['Lightning', 'Lightning. Decides: Alex.']);
  expect(withDutyLine(words, { decides: null, watches: null })).toBe(words);
});

test('makes an SMS neither longer than one nor more expensive', () => {
  const long = { ...words, short: 'x'.repeat(150) };
  expect(withDutyLine(long, { decides: 'Alex', watches: null }).short).toBe(long.short);
  expect(withDutyLine(words, { decides: 'Zoë Ł', watches: null }).short).toBe(words.short);
});
