import { describe, expect, test } from 'vitest';
import { defaultAlertTimes } from '../notifications/index.ts';
import {
  asStoredAlertTimes,
  batchSeconds,
  checkPaMessage,
  checkSirenSettings,
  type SirenSettingsDraft,
  sirenTimerNote,
  soundSeconds,
  testSeconds,
} from './siren-rules.ts';

const good: SirenSettingsDraft = {
  ...{ radiusMiles: 10, allClearMinutes: 30, durationSeconds: 10, plays: 3 },
  ...{
    allClearDurationSeconds: 5,
    allClearPlays: 1,
    postWarnMessage: 'Take shelter.',
    postAllClearMessage: '',
  },
  ...{ alertTimes: defaultAlertTimes(), lightOffAfterHours: null, offlineWindow: null },
};
const times = (startTime: string, endTime: string, allDay = false) => ({
  alertTimes: [{ day: 3, startTime, endTime, allDay, enabled: true }],
});

test.each<[string, Partial<SirenSettingsDraft>, string[]]>([
  ['the defaults', {}, []],
  ['7 seconds', { durationSeconds: 7 }, ['Duration']],
  ['35 seconds', { allClearDurationSeconds: 35 }, ['AllClearDuration']],
  ['no plays', { plays: 0 }, ['Frequency']],
  ['11 plays', { plays: 11, allClearPlays: 11 }, ['Frequency', 'AllClearFrequency']],
  ['no number', { plays: Number.NaN }, ['Frequency']],
  ['51 miles', { radiusMiles: 51 }, ['Radius']],
  ['half a mile', { radiusMiles: 1.5 }, ['Radius']],
  ['a timer of 15 minutes', { allClearMinutes: 15 }, ['AllClearMinutes']],
  ['350 characters', { postWarnMessage: 'x'.repeat(350) }, []],
  ['351 characters', { postWarnMessage: 'x'.repeat(351) }, ['PostWarnMessage']],
  ['markup', { postAllClearMessage: '<b>' }, ['PostAllClearMessage']],
  ['an end before the start', times('18:00:00', '05:00:00'), ['AlertTimes[3].StartTime']],
  ['equal times', times('18:00:00', '18:00:00'), ['AlertTimes[3].StartTime']],
  ['a midnight end', times('18:00:00', '00:00:00'), []],
  ['all day by equal midnights', times('00:00:00', '00:00:00'), []],
  ['ten past', times('18:10:00', '19:00:00'), ['AlertTimes[3].StartTime']],
  ['no time', times('6 PM', '19:00:00'), ['AlertTimes[3].StartTime']],
  ['an end before the start in a row for all day', times('18:00:00', '05:00:00', true), []],
  ['light off after 0 hours', { lightOffAfterHours: 0 }, ['LightOffAfterHours']],
  ['a window over midnight', { offlineWindow: { startTime: '23:00:00', endTime: '04:30:00' } }, []],
  [
    'a window of no length',
    { offlineWindow: { startTime: '23:00:00', endTime: '23:00:00' } },
    ['OfflineWindow.StartTime'],
  ],
  [
    'a window without a time',
    { offlineWindow: { startTime: '23:00:00', endTime: '' } },
    ['OfflineWindow.EndTime'],
  ],
])('settings with %s', (_, part, labels) => {
  expect(Object.keys(checkSirenSettings({ ...good, ...part }))).toEqual(labels);
});

test('equal midnights are stored as all day', () => {
  const [stored] = asStoredAlertTimes(times('00:00:00', '00:00:00').alertTimes);
  expect(stored?.allDay).toBe(true);
  const kept = times('05:00:00', '00:00:00').alertTimes;
  expect(asStoredAlertTimes(kept)).toEqual(kept);
});

test('a short timer has its note', () => {
  expect(sirenTimerNote(20)).toContain('30 minutes');
  expect(sirenTimerNote(30)).toBeNull();
});

describe('test bars', () => {
  test('are those of the specification', () => {
    const seconds = testSeconds({
      durationSeconds: 10,
      plays: 3,
      allClearDurationSeconds: 5,
      allClearPlays: 2,
    });
    expect(seconds).toEqual({ delay: 40, allClear: 20, light: 3 });
    expect(batchSeconds([40, 3, 20])).toBe(40);
    expect(batchSeconds([])).toBe(0);
  });

  test('are never shorter than the sound', () => {
    for (let plays = 1; plays <= 10; plays++)
      for (let seconds = 5; seconds <= 30; seconds += 5) {
        const { delay } = testSeconds({ ...good, durationSeconds: seconds, plays });
        expect(soundSeconds(seconds, plays)).toBeLessThanOrEqual(delay);
      }
    expect(soundSeconds(10, 3)).toBe(32);
    expect(soundSeconds(10, 0)).toBe(0);
  });
});

test.each([
  ['fine', 'Gates close', 2, [1, 2], []],
  ['empty', ' ', 1, [1], ['Message']],
  ['too long', 'x'.repeat(351), 1, [1], ['Message']],
  ['without units', 'Gates close', 1, [], ['PAList']],
  ['played less than the largest default', 'Gates close', 1, [1, 3], ['RepeatCount']],
  ['played 6 times', 'Gates close', 6, [1], ['RepeatCount']],
  ['played half', 'Gates close', 1.5, [1], ['RepeatCount']],
])('a PA message that is %s', (_, text, plays, defaultPlays, labels) => {
  expect(Object.keys(checkPaMessage({ text, plays, defaultPlays }))).toEqual(labels);
});
