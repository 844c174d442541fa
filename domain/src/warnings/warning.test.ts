import { describe, expect, test } from 'vitest';
import {
  nextClearAt,
  nextWarning,
  noWarning,
  type OpenWarning,
  type WarningInput,
  type WarningRule,
  type WarningState,
} from './warning.ts';

const minute = 60_000;
/** Minutes after 18:00 UTC on a July day. */
const at = (minutes: number) => Date.UTC(2026, 6, 4, 18) + minutes * minute;

const reading: WarningRule = {
  evidence: 'reading',
  allClearMinutes: 30,
  reAlertMinutes: 10,
  readingLimitMs: 70 * minute,
};
const lightning: WarningRule = { ...reading, evidence: 'lightning' };
const alert: WarningRule = { ...reading, evidence: 'alert' };

/** Exceeded at :00 and notified. */
const open: OpenWarning = {
  kind: 'open',
  phase: 'exceeded',
  startedAt: at(0),
  value: 91,
  evidenceAt: at(0),
  lastExceededAt: at(0),
  allClearTime: null,
  lastAlertAt: at(0),
  heldSince: null,
  lastUpdateAt: at(0),
};
const withNewerEvidence: OpenWarning = { ...open, value: 4.2, allClearTime: at(0) };
/** Under since :05, last read at :20. */
const quiet: OpenWarning = {
  ...open,
  phase: 'quiet',
  value: 88,
  evidenceAt: at(20),
  allClearTime: at(5),
  lastUpdateAt: at(20),
};
const held = <S extends OpenWarning>(state: S): S => ({ ...state, heldSince: at(3) });

const exceeded = (minutes: number, value: number | null = 92): WarningInput => ({
  kind: 'exceeded',
  at: at(minutes),
  value,
});
const under = (minutes: number, value: number | null = 87): WarningInput => ({
  kind: 'under',
  at: at(minutes),
  value,
});
const clear = (minutes: number): WarningInput => ({ kind: 'clear', at: at(minutes) });
const observing = (minutes: number): WarningInput => ({ kind: 'observing', clearAt: at(minutes) });
const lost: WarningInput = { kind: 'lost' };
const edited: WarningInput = { kind: 'policy-edited' };
const opened: WarningInput = { kind: 'hours-opened' };
const closed: WarningInput = { kind: 'hours-closed' };

const notified = (rule: WarningRule, state: WarningState, input: WarningInput, minutes: number) => {
  const step = nextWarning(rule, state, input, at(minutes));
  for (const effect of step.effects) expect(effect.at).toBe(at(minutes));
  return {
    step,
    notices: step.effects.map((effect) =>
      effect.kind === 'notify' ? effect.notice : `ended: ${effect.reason}`,
    ),
  };
};

type Case = [
  name: string,
  rule: WarningRule,
  state: OpenWarning,
  input: WarningInput,
  minutes: number,
  notices: string[],
  change: Partial<OpenWarning> | 'none',
];

const allClear = ['all-clear', 'ended: all-clear'];

test.each<Case>([
  // Readings, exceeded
  ['the same reading again', reading, open, exceeded(0, 91), 5, [], {}],
  [
    'a newer one',
    reading,
    open,
    exceeded(5),
    6,
    [],
    { evidenceAt: at(5), lastExceededAt: at(5), value: 92, lastUpdateAt: at(6) },
  ],
  [
    'a newer one when a reminder is due',
    reading,
    open,
    exceeded(9),
    10,
    ['reminder'],
    { evidenceAt: at(9), lastExceededAt: at(9), value: 92, lastUpdateAt: at(10), lastAlertAt: at(10) },
  ],
  [
    'the same one when a reminder is due',
    reading,
    open,
    exceeded(0, 91),
    10,
    ['reminder'],
    { lastAlertAt: at(10) },
  ],
  ['a due reminder without reminders', { ...reading, reAlertMinutes: 0 }, open, exceeded(0, 91), 60, [], {}],
  ['the same one, by now stale', reading, open, exceeded(0, 91), 71, [], {}],
  [
    'a newer one that is stale',
    reading,
    open,
    exceeded(5),
    76,
    [],
    { evidenceAt: at(5), lastExceededAt: at(5), value: 92, lastUpdateAt: at(76) },
  ],
  ['one from before', reading, open, exceeded(-10), 20, [], {}],
  [
    'one from the future',
    reading,
    open,
    exceeded(8),
    5,
    [],
    { evidenceAt: at(5), lastExceededAt: at(5), value: 92, lastUpdateAt: at(5) },
  ],
  [
    'back under',
    reading,
    open,
    under(5),
    6,
    [],
    { phase: 'quiet', value: 87, evidenceAt: at(5), allClearTime: at(5), lastUpdateAt: at(6) },
  ],
  ['under, from before', reading, open, under(-5), 6, [], {}],
  ['under, from the future', reading, open, under(10), 6, [], {}],
  ['corrected to under', reading, open, under(0), 6, [], { phase: 'quiet', value: 87, allClearTime: at(0) }],
  ['lost', reading, open, lost, 3, ['held'], { heldSince: at(3) }],
  ['a clear that is not for readings', reading, open, clear(60), 60, [], {}],
  ['edited', reading, open, edited, 6, [], {}],
  ['hours opened', reading, open, opened, 6, ['in-effect'], {}],
  ['hours closed', reading, open, closed, 6, [], {}],
  // Readings, quiet
  ['still under', reading, quiet, under(30), 31, [], { value: 87, evidenceAt: at(30), lastUpdateAt: at(31) }],
  [
    'under, one minute short',
    reading,
    quiet,
    under(34),
    40,
    [],
    { value: 87, evidenceAt: at(34), lastUpdateAt: at(40) },
  ],
  ['under for the whole time', reading, quiet, under(35), 36, allClear, 'none'],
  ['the same reading, however late it is', reading, quiet, under(20, 88), 80, [], {}],
  [
    'under for the whole time, but stale',
    reading,
    quiet,
    under(35),
    106,
    [],
    { value: 87, evidenceAt: at(35), lastUpdateAt: at(106) },
  ],
  [
    'under after a stretch unseen',
    reading,
    quiet,
    under(91),
    92,
    [],
    { value: 87, evidenceAt: at(91), allClearTime: at(91), lastUpdateAt: at(92) },
  ],
  ['under after the longest stretch that is let pass', reading, quiet, under(90), 91, allClear, 'none'],
  ['under, from the future', reading, quiet, under(36), 30, [], {}],
  [
    'exceeded again',
    { ...reading, reAlertMinutes: 60 },
    quiet,
    exceeded(25),
    26,
    [],
    {
      phase: 'exceeded',
      value: 92,
      evidenceAt: at(25),
      lastExceededAt: at(25),
      allClearTime: null,
      lastUpdateAt: at(26),
    },
  ],
  [
    'exceeded again when a reminder is due',
    reading,
    quiet,
    exceeded(25),
    26,
    ['reminder'],
    {
      phase: 'exceeded',
      value: 92,
      evidenceAt: at(25),
      lastExceededAt: at(25),
      allClearTime: null,
      lastUpdateAt: at(26),
      lastAlertAt: at(26),
    },
  ],
  [
    'exceeded, late, in the quiet time',
    reading,
    quiet,
    exceeded(10),
    26,
    [],
    { lastExceededAt: at(10), allClearTime: at(20) },
  ],
  ['exceeded, late, before the quiet time', reading, quiet, exceeded(4), 26, [], { lastExceededAt: at(4) }],
  ['lost', reading, quiet, lost, 30, ['held'], { heldSince: at(30) }],
  ['edited', reading, quiet, edited, 26, [], { allClearTime: null }],
  [
    'under after an edit',
    reading,
    { ...quiet, allClearTime: null },
    under(50),
    51,
    [],
    { value: 87, evidenceAt: at(50), allClearTime: at(50), lastUpdateAt: at(51) },
  ],
  [
    'the same reading after an edit',
    reading,
    { ...quiet, allClearTime: null },
    under(20, 88),
    51,
    [],
    { allClearTime: at(20) },
  ],
  ['hours opened', reading, quiet, opened, 26, ['in-effect'], {}],
  ['hours closed', reading, quiet, closed, 26, [], {}],
  // Readings, held
  ['lost again', reading, held(open), lost, 5, [], {}],
  [
    'back, exceeded',
    reading,
    held(open),
    exceeded(60),
    61,
    ['resumed'],
    {
      heldSince: null,
      evidenceAt: at(60),
      lastExceededAt: at(60),
      value: 92,
      lastUpdateAt: at(61),
      lastAlertAt: at(61),
    },
  ],
  [
    'back, under',
    reading,
    held(open),
    under(60),
    61,
    ['resumed'],
    {
      heldSince: null,
      phase: 'quiet',
      evidenceAt: at(60),
      allClearTime: at(60),
      value: 87,
      lastUpdateAt: at(61),
    },
  ],
  [
    'back, but stale',
    reading,
    held(open),
    under(60),
    131,
    [],
    { phase: 'quiet', evidenceAt: at(60), allClearTime: at(60), value: 87, lastUpdateAt: at(131) },
  ],
  ['back, and quiet all the time', reading, held(quiet), under(35), 36, allClear, 'none'],
  ['an older reading', reading, held(quiet), under(15), 36, [], {}],
  ['hours opened while held', reading, held(quiet), opened, 26, ['in-effect'], {}],
  // Lightning
  ['the same strike again', lightning, withNewerEvidence, exceeded(0, 4.2), 20, [], {}],
  [
    'a new strike',
    lightning,
    withNewerEvidence,
    exceeded(5, 3),
    6,
    [],
    { value: 3, evidenceAt: at(5), lastExceededAt: at(5), allClearTime: at(5), lastUpdateAt: at(6) },
  ],
  [
    'a new strike when a reminder is due',
    lightning,
    withNewerEvidence,
    exceeded(9, 3),
    10,
    ['reminder'],
    {
      value: 3,
      evidenceAt: at(9),
      lastExceededAt: at(9),
      allClearTime: at(9),
      lastUpdateAt: at(10),
      lastAlertAt: at(10),
    },
  ],
  [
    'the same strike, without a notice yet, when a reminder is due',
    lightning,
    { ...withNewerEvidence, lastUpdateAt: at(1) },
    exceeded(0, 4.2),
    10,
    ['reminder'],
    { lastAlertAt: at(10) },
  ],
  ['an older strike', lightning, withNewerEvidence, exceeded(-5, 1), 2, [], {}],
  ['clear', lightning, withNewerEvidence, clear(30), 30, allClear, 'none'],
  ['clear before the time', lightning, withNewerEvidence, clear(29), 29, [], {}],
  [
    'clear, from before the strike, after the time',
    lightning,
    withNewerEvidence,
    clear(-60),
    30,
    allClear,
    'none',
  ],
  [
    'only unseen time',
    lightning,
    withNewerEvidence,
    observing(45),
    31,
    ['held'],
    { heldSince: at(31), allClearTime: at(15) },
  ],
  [
    'only unseen time, while held',
    lightning,
    held(withNewerEvidence),
    observing(45),
    31,
    [],
    { allClearTime: at(15) },
  ],
  [
    'unseen time that was seen after all',
    lightning,
    { ...held(withNewerEvidence), allClearTime: at(15) },
    exceeded(0, 4.2),
    20,
    ['resumed'],
    { heldSince: null, allClearTime: at(0), lastAlertAt: at(20) },
  ],
  ['lost', lightning, withNewerEvidence, lost, 3, ['held'], { heldSince: at(3) }],
  [
    'lost, with a newer strike',
    lightning,
    withNewerEvidence,
    { kind: 'lost', strike: { at: at(2), value: 1 } },
    3,
    ['held'],
    {
      heldSince: at(3),
      value: 1,
      evidenceAt: at(2),
      lastExceededAt: at(2),
      allClearTime: at(2),
      lastUpdateAt: at(3),
    },
  ],
  ['unseen time from before the strike', lightning, held(withNewerEvidence), observing(20), 21, [], {}],
  [
    'a strike within unseen time',
    lightning,
    { ...held(withNewerEvidence), allClearTime: at(15) },
    { kind: 'lost', strike: { at: at(2), value: 1 } },
    3,
    [],
    { value: 1, evidenceAt: at(2), lastExceededAt: at(2), lastUpdateAt: at(3) },
  ],
  ['clear while held', lightning, held(withNewerEvidence), clear(30), 40, allClear, 'none'],
  ['under, which is not for lightning', lightning, withNewerEvidence, under(60), 60, [], {}],
  ['edited', lightning, withNewerEvidence, edited, 6, [], {}],
  ['hours opened', lightning, withNewerEvidence, opened, 6, ['in-effect'], {}],
  ['hours closed', lightning, withNewerEvidence, closed, 6, [], {}],
  // Alerts
  ['still active', alert, open, exceeded(0, null), 5, [], {}],
  [
    'still active when a reminder is due',
    alert,
    open,
    exceeded(0, null),
    600,
    ['reminder'],
    { lastAlertAt: at(600) },
  ],
  [
    'updated',
    alert,
    open,
    exceeded(5, null),
    6,
    [],
    { value: null, evidenceAt: at(5), lastExceededAt: at(5), lastUpdateAt: at(6) },
  ],
  ['canceled', alert, open, clear(2), 3, allClear, 'none'],
  ['an older one canceled', alert, open, clear(-2), 3, [], {}],
  ['lost', alert, open, lost, 3, ['held'], { heldSince: at(3) }],
  ['unseen time, which is lost', alert, open, observing(45), 3, ['held'], { heldSince: at(3) }],
  [
    'active when back',
    alert,
    held(open),
    exceeded(0, null),
    5,
    ['resumed'],
    { heldSince: null, lastAlertAt: at(5) },
  ],
  ['edited', alert, open, edited, 6, [], {}],
])('open: %s', (_, rule, state, input, minutes, notices, change) => {
  const { step, notices: said } = notified(rule, state, input, minutes);
  expect(said).toEqual(notices);
  expect(step.state).toEqual(change === 'none' ? noWarning : { ...state, ...change });
});

describe.each([reading, lightning, alert])('of $evidence', (rule) => {
  test.each(['policy-deleted', 'location-moved', 'location-removed'] as const)(
    '%s withdraws it, which is not an all clear',
    (kind) => {
      for (const state of [open, withNewerEvidence, quiet, held(open), held(quiet)]) {
        const { step, notices } = notified(rule, state, { kind }, 40);
        expect(notices).toEqual(['withdrawn', `ended: ${kind}`]);
        expect(step.state).toEqual(noWarning);
      }
    },
  );

  test('nothing but exceeding starts it', () => {
    const others = [under(0), clear(0), observing(30), lost, edited, opened, closed];
    for (const input of [
      ...others,
      { kind: 'policy-deleted' },
      { kind: 'location-moved' },
      { kind: 'location-removed' },
    ] as WarningInput[]) {
      expect(nextWarning(rule, noWarning, input, at(0))).toEqual({ state: noWarning, effects: [] });
    }
  });

  test('exceeding starts it, at the instant of the evidence', () => {
    const { step, notices } = notified(rule, noWarning, exceeded(0, 91), 1);
    expect(notices).toEqual(['started']);
    expect(step.state).toEqual({
      ...open,
      allClearTime: rule.evidence === 'lightning' ? at(0) : null,
      lastAlertAt: at(1),
      lastUpdateAt: at(1),
    });
  });
});

test('a stale reading starts nothing; an alert does, however long ago it was sent', () => {
  expect(notified(reading, noWarning, exceeded(0), 70).notices).toEqual(['started']);
  expect(notified(reading, noWarning, exceeded(0), 71).notices).toEqual([]);
  expect(notified(alert, noWarning, exceeded(0), 600).notices).toEqual(['started']);
});

test('a strike that is known although the feed lags starts a warning, unless it is older than the quiet time', () => {
  const input: WarningInput = { kind: 'lost', strike: { at: at(0), value: 4.2 } };
  const started = notified(lightning, noWarning, input, 5);
  expect(started.notices).toEqual(['started']);
  expect(notified(lightning, started.step.state, input, 6).notices).toEqual(['held']);
  expect(notified(lightning, noWarning, input, 30).notices).toEqual([]);
  expect(notified(reading, noWarning, input, 5).notices).toEqual([]);
});

test('10,000 strikes in a minute are one start', () => {
  let state: WarningState = noWarning;
  const notices: string[] = [];
  for (let strike = 0; strike < 10_000; strike++) {
    const { step, notices: said } = notified(lightning, state, exceeded(strike / 10_000), strike / 10_000);
    state = step.state;
    notices.push(...said);
  }
  expect(notices).toEqual(['started']);
});

test('the next possible clear follows from the quiet time, otherwise from the last update', () => {
  expect(nextClearAt(reading, noWarning)).toBeNull();
  expect(nextClearAt(reading, { ...open, lastUpdateAt: at(7) })).toBe(at(37));
  expect(nextClearAt(reading, quiet)).toBe(at(35));
  expect(nextClearAt(lightning, withNewerEvidence)).toBe(at(30));
  expect(nextClearAt(alert, open)).toBeNull();
});
