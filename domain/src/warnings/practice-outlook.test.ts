import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../core/index.ts';
import { hourSpanText, type OutlookLane, practiceOutlook, practiceText } from './practice-outlook.ts';
import { type HourState, hourStates } from './today.ts';

const zone = 'America/Chicago';
/** By the clock in Chicago, five hours behind UTC. */
const at = (hour: number) => Date.parse('2026-06-06T05:00:00Z') + hour * HOUR_MS;
const now = at(12.5);
const football = { id: 'football', name: 'Football', from: at(16), to: at(18) };

/** The hours from noon on, a letter each. */
const letters: Record<string, HourState> = {
  o: 'open',
  n: 'near',
  s: 'stops',
  p: 'possible',
  f: 'unforecast',
  '?': 'unknown',
};
const lane = (label: string, states: string, part: Partial<OutlookLane> = {}): OutlookLane => ({
  label,
  isLightning: label === 'Lightning',
  isForecast: true,
  inEffect: false,
  hours: [...states].map((letter, index) => ({ at: at(12 + index), state: letters[letter]! })),
  ...part,
});
const quiet = lane('Lightning', 'ffffffffffff');
const outlook = (
  lanes: OutlookLane[],
  part: { held?: string | null; isHeld?: boolean; from?: number; to?: number } = {},
) => {
  const { held = null, isHeld = held !== null, ...times } = part;
  return practiceOutlook({ ...football, ...times }, lanes, { now, timeZone: zone, held, isHeld });
};

describe('a practice in a sentence', () => {
  it.each<[string, OutlookLane[], string]>([
    [
      'what stops it, and when it is open again',
      [quiet, lane('WBGT', 'ossssssooooo')],
      'WBGT forecast to stop it 1–7 PM; forecast open from 7 PM',
    ],
    [
      'not open while near the limit',
      [quiet, lane('WBGT', 'osssssnooooo')],
      'WBGT forecast to stop it 1–6 PM; forecast open from 7 PM',
    ],
    [
      'not open while another lane stops it, or thunderstorms are possible',
      [lane('Lightning', 'fffffffpffff'), lane('WBGT', 'ossssssooooo'), lane('Wind Speed', 'oooooooossoo')],
      'WBGT forecast to stop it 1–7 PM; forecast open from 10 PM',
    ],
    [
      'from the present hour',
      [quiet, lane('WBGT', 'sssssooooooo')],
      'WBGT forecast to stop it until 5 PM; forecast open from 5 PM',
    ],
    ['to the last hour', [quiet, lane('WBGT', 'oosssssssssss')], 'WBGT forecast to stop it from 2 PM on'],
    ['all hours', [quiet, lane('WBGT', 'ssssssssssss')], 'WBGT forecast to stop it in all hours shown'],
    ['nothing', [quiet, lane('WBGT', 'oooooooooooo')], 'no limit forecast to be reached'],
    ['near', [quiet, lane('WBGT', 'oooonooooooo')], 'WBGT forecast near its limit 4–5 PM'],
    [
      'thunderstorms',
      [lane('Lightning', 'ffffpppffffff'), lane('WBGT', 'oooooooooooo')],
      'thunderstorms possible 4–7 PM',
    ],
    ['no forecast', [quiet, lane('WBGT', 'oooo????????')], 'no forecast of WBGT from 4 PM on'],
    [
      'nothing that has a forecast',
      [quiet, lane('NWS Alert', '????????????', { isForecast: false })],
      'no policy here has a forecast',
    ],
    [
      'what stops it at another time is not its own',
      [quiet, lane('WBGT', 'ssoooooooooo')],
      'no limit forecast to be reached',
    ],
  ])('%s', (_, lanes, text) => {
    expect(outlook(lanes)).toBe(text);
  });

  it('that has begun names what holds the place; a warning in effect stops it now', () => {
    const wbgt = lane('WBGT', 'ssoooooooooo', { inEffect: true });
    const during = { from: at(12), to: at(15) };
    expect(outlook([quiet, wbgt], { ...during, held: 'other warnings in effect' })).toBe(
      'other warnings in effect now; WBGT stops it now, forecast until 2 PM',
    );
    const alert = lane('NWS Alert', 's???????????', { isForecast: false, inEffect: true });
    expect(outlook([quiet, alert], { ...during, isHeld: true })).toBe('NWS Alert stops it now');
    expect(outlook([quiet, wbgt], { held: 'lightning delay in effect' })).toBe(
      'no limit forecast to be reached',
    );
  });

  it('that lasts longer than the hours that are shown says so', () => {
    expect(outlook([lane('WBGT', 'ooooo')])).toBe('no hours are shown after 5 PM');
  });

  it('is called open only after a stop, in an hour in which every forecast lane is, and never while held', () => {
    const states = fc.array(fc.constantFrom(...hourStates), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(states, { minLength: 1, maxLength: 3 }), fc.boolean(), (all, isHeld) => {
        const lanes = all.map((own, index) =>
          lane(`L${index}`, '', { hours: own.map((state, i) => ({ at: at(12 + i), state })) }),
        );
        const text = outlook(lanes, { isHeld });
        const from = /forecast open from (\d+) ([AP]M)$/.exec(text);
        if (isHeld) expect(text).not.toMatch(/open|clear|safe|good/);
        if (from === null) return;
        const index = Number(from[1]) % 12;
        for (const { hours } of lanes) expect(['open', 'unforecast']).toContain(hours[index]!.state);
        expect(text).toContain('stop');
      }),
    );
  });

  it('without a known hour never says that nothing is reached', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 5 }),
        fc.constantFrom('WBGT', 'Wind Speed'),
        (unknownAt, label) => {
          const known = [...'oooooooooooo'];
          known[unknownAt] = '?';
          expect(outlook([quiet, lane(label, known.join(''))])).toContain(`no forecast of ${label}`);
        },
      ),
    );
  });
});

it('names and times', () => {
  expect(practiceText(football, now, zone)).toBe('Football 4–6 PM');
  expect(practiceText({ ...football, from: at(35), to: at(36.5) }, now, zone)).toBe(
    'Football tomorrow 11 AM–12:30 PM',
  );
  expect(hourSpanText(at(9), at(21.5), zone)).toBe('9 AM–9:30 PM');
  expect(hourSpanText(at(1), at(14), zone)).toBe('1 AM–2 PM');
  expect(hourSpanText(at(13), at(25), zone)).toBe('1 PM–1 AM');
});
