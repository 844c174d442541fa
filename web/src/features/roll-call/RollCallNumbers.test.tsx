import type { RollCall } from '@allclear/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { QueryState } from '../../api/query-state.ts';
import { exampleNowMs } from '../../clock/example-time.ts';
import { exampleGroup, exampleLive, exampleRollCall } from './example.ts';
import { RollCallNumbers } from './RollCallNumbers.tsx';

afterEach(cleanup);
const state = (ageSeconds: number, failed = false, value = exampleRollCall()): QueryState<RollCall> => ({
  ...{ value, asOfMs: exampleNowMs - ageSeconds * 1_000, failed, unobserved: false, none: false },
});
const show = (shown: QueryState<RollCall>) =>
  render(<RollCallNumbers state={shown} nowMs={exampleNowMs} speed={1} />);

it('says who is missing, large, while the answer is current', () => {
  show(state(5));
  expect(screen.getByRole('status').textContent).toBe('Missing 4 of 24');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('after a failure it says of when the numbers are', () => {
  show(state(30, true));
  expect(screen.getByText(/These numbers are of 30 seconds ago/)).toBeTruthy();
});

it('covers numbers that are too old, and also that everybody was counted', () => {
  show(state(300, true, exampleRollCall({ live: exampleLive([exampleGroup()]) })));
  expect(screen.getByRole('alert').textContent).toBe('Who is missing is not known now');
  expect(screen.getByText('Last known 5 minutes ago: Everybody expected is counted')).toBeTruthy();
  expect(screen.getByRole('region').className).toContain('hatched');
});

it('shows nothing to those who see no counts', () => {
  const { container } = show(state(5, false, exampleRollCall({ live: null, isWarden: false })));
  expect(container.textContent).toBe('');
});
