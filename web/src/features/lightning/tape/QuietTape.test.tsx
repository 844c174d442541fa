import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { follow } from '../countdown.ts';
import { affectedZone, exampleAnswer, exampleNowMs, exampleZone, isoAgo } from '../example.ts';
import { lightningView } from '../lightning-view.ts';
import { exampleTape } from './example-tape.ts';
import { QuietTape } from './QuietTape.tsx';
import type { ShownTape } from './use-tape.ts';

afterEach(cleanup);

const answer = exampleAnswer({ zones: [affectedZone(1, 1361), exampleZone(2)] });
const view = lightningView({ followed: follow(undefined, answer, 10_000) }, exampleNowMs, 180);
function show(shown: ShownTape) {
  const props = { view, nowMs: exampleNowMs, timeZone: 'America/New_York' };
  const { container } = render(<QuietTape {...props} shown={shown} />);
  return container;
}

it('has a lane for each zone: its strikes, its clock, its end, and a clear one in words', () => {
  const container = show({ kind: 'known', tape: exampleTape() });
  const tape = within(screen.getByRole('region', { name: 'Quiet as observed' }));
  const lane = tape.getByRole('img', {
    name: /^0-10 mi: last strike at .*quiet must still be observed until/,
  });
  expect(lane.textContent).toMatch(/0-10 mi.*22:41.*\d:\d\d PM/);
  expect(lane.querySelector('[data-count]')?.getAttribute('data-count')).toBe('1');
  expect(tape.getByRole('img', { name: /^10-20 mi: no strike/ }).textContent).toBe('10-20 miAll Clear');
  expect(container.querySelector('.hatched')).toBeNull();
  // A countdown is not read out by itself.
  expect(container.querySelector('[aria-live], [role=status], [role=alert]')).toBeNull();
});

it('is hatched exactly where nothing was seen', () => {
  const unseen = [{ from: isoAgo(900), to: isoAgo(600) }];
  const container = show({ kind: 'known', tape: exampleTape({ unseen, quietCountsFrom: isoAgo(600) }) });
  const hatched = [...container.querySelectorAll<HTMLElement>('.hatched')];
  expect(hatched.map(({ style }) => [style.left, style.width])).toEqual([
    ['25.000%', '8.333%'],
    ['25.000%', '8.333%'],
  ]);
});

it('is hatched as a whole when the tape is old', () => {
  const container = show({ kind: 'covered' });
  const hatched = [...container.querySelectorAll<HTMLElement>('.hatched')];
  expect(hatched.map(({ style }) => style.width)).toEqual(['50.000%', '50.000%']);
  expect(container.querySelector('[data-kind=quiet]')).toBeNull();
});
