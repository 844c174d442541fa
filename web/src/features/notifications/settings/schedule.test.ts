import type { ScheduleDay } from '@allclear/contract';
import { describe, expect, it } from 'vitest';
import { withStart } from '../../../forms/alert-times/alert-times.ts';
import { choices, problemOf, sentenceFor, untilNote, wholeWeek } from './schedule.ts';

const day = (part: Partial<ScheduleDay> = {}): ScheduleDay => ({
  day: 1,
  enabled: true,
  allDay: false,
  startTime: '08:00:00',
  endTime: '17:00:00',
  ...part,
});

it('offers quarters of an hour and ALL DAY', () => {
  expect(choices.starts.length).toBe(97);
  expect(choices.starts[0]).toEqual({ value: 'all-day', label: 'ALL DAY' });
  expect(choices.starts[1]).toEqual({ value: '00:00:00', label: '12:00 AM' });
  expect(choices.starts.at(-1)).toEqual({ value: '23:45:00', label: '11:45 PM' });
  expect(choices.ends[0]).toEqual({ value: '00:15:00', label: '12:15 AM' });
  expect(choices.ends.at(-1)).toEqual({ value: '00:00:00', label: '12:00 AM' });
});

describe('a span', () => {
  it.each([
    [day(), null],
    [day({ startTime: '18:00:00', endTime: '02:00:00' }), 'until 2:00 AM Monday'],
    [day({ day: 7, startTime: '22:15:00', endTime: '06:30:00' }), 'until 6:30 AM Sunday'],
    // Midnight ends the day itself.
    [day({ startTime: '18:00:00', endTime: '00:00:00' }), null],
    [day({ startTime: '18:00:00', endTime: '02:00:00', allDay: true }), null],
    [day({ startTime: '18:00:00', endTime: '02:00:00', enabled: false }), null],
  ])('that reaches into the next day says so', (given, note) => {
    expect(untilNote(given)).toBe(note);
  });

  it.each([
    [day(), null],
    [day({ startTime: '18:00:00', endTime: '02:00:00' }), null],
    [day({ startTime: '00:00:00', endTime: '00:00:00' }), null],
    [day({ startTime: '09:00:00', endTime: '09:00:00' }), 'Start and end cannot be equal'],
    [day({ startTime: '09:00:00', endTime: '09:00:00', enabled: false }), null],
    [day({ startTime: '09:00:00', endTime: '09:00:00', allDay: true }), null],
    [day({ startTime: '09:05:00' }), 'Start must be in steps of 15 minutes'],
  ])('is checked by the rule of the server', (given, problem) => {
    expect(problemOf(given)).toBe(problem);
  });
});

it('ALL DAY keeps the times for later', () => {
  const all = withStart(day(), 'all-day');
  expect(all).toEqual(day({ allDay: true }));
  expect(withStart(all, '09:15:00')).toEqual(day({ startTime: '09:15:00' }));
});

it('a week has seven days, and what is missing is closed', () => {
  const week = wholeWeek([day({ day: 3 })]);
  expect(week.map((one) => one.day)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(week.filter(({ enabled }) => enabled)).toEqual([day({ day: 3 })]);
});

it("finds the server's sentence for a day", () => {
  const errors = {
    'AlertTimes[3].StartTime': ['Start and end cannot be equal'],
    'AlertTimes[13].EndTime': ['x'],
    'Schedule.5.startTime': ['Schedule.5.startTime is required'],
    TimeZone: ['y'],
  };
  expect(sentenceFor(errors, 3)).toBe('Start and end cannot be equal');
  expect(sentenceFor(errors, 5)).toBe('Schedule.5.startTime is required');
  expect(sentenceFor(errors, 1)).toBeNull();
});
