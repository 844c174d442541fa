import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clock } from '../../../clock/clock.ts';
import { startingPlayback } from './playback.ts';
import { RadarBar } from './RadarBar.tsx';

afterEach(cleanup);
clock.set('2026-06-06T20:30:00Z', 1);

const defaults: ComponentProps<typeof RadarBar> = {
  playback: startingPlayback('past'),
  name: 'Past radar',
  frame: { time: '2026-06-06T20:25:00Z', issuedAt: null },
  loaded: { ready: 1, missing: 0, all: 13 },
  shown: true,
  stale: false,
  failure: null,
  timeZone: 'America/Chicago',
  onToggle: () => undefined,
  onScrub: () => undefined,
  children: null,
};
const show = (given: Partial<typeof defaults>) => {
  render(
    <MantineProvider>
      <RadarBar {...defaults} {...given} />
    </MantineProvider>,
  );
  return screen.getByRole('region', { name: 'Radar bar' });
};

describe('the radar bar', () => {
  it('says the time at the place, large, and how old it is', () => {
    const bar = show({});
    expect(bar.textContent).toMatch(/3:25 PM.*Past radar · 5 min ago/);
    expect(bar.className).not.toContain('hatched');
  });

  it('what is expected says so', () => {
    const bar = show({
      name: 'Future radar',
      frame: { time: '2026-06-06T21:15:00Z', issuedAt: '2026-06-06T19:00:00Z' },
    });
    expect(bar.textContent).toContain('in 45 min, expected');
  });

  it.each<[string, Partial<typeof defaults>, RegExp]>([
    ['old radar', { stale: true }, /old.*do not know/],
    [
      'no radar',
      { frame: null, failure: 'There is no radar to show right now.' },
      /There is no radar to show/,
    ],
    [
      'a missing picture',
      { failure: 'The picture of this time is missing: rain may not be shown.' },
      /rain may not be shown/,
    ],
  ])('%s is hatched and said', (_name, given, words) => {
    const bar = show(given);
    expect(bar.className).toContain('hatched');
    expect(bar.textContent).toMatch(words);
  });

  it('counts frames that are missing', () => {
    expect(show({ loaded: { ready: 11, missing: 2, all: 13 } }).textContent).toContain(
      '2 frames are missing',
    );
  });

  it('plays on a press, and has nothing to play with one frame', async () => {
    const onToggle = vi.fn();
    show({ onToggle });
    await userEvent.click(screen.getByRole('button', { name: 'Play' }));
    expect(onToggle).toHaveBeenCalledOnce();
    cleanup();
    show({ loaded: { ready: 1, missing: 0, all: 1 } });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Play' }).disabled).toBe(true);
  });
});
