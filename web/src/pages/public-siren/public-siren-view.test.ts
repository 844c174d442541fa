import type { PublicSiren } from '@allclear/contract';
import { expect, it } from 'vitest';
import { publicSirenView, staleAfterMs } from './public-siren-view.ts';

const clear: PublicSiren = {
  ...{ locationName: 'Stadium', isInDelay: false, clearTime: '', remainingSeconds: null, paused: false },
  ...{ state: 'clear', text: '', observedThrough: '2026-06-06T20:00:00Z', now: '2026-06-06T20:00:10Z' },
  wallNow: '2026-06-06T20:00:10Z',
  ...{ timeZone: 'America/New_York', speed: 1, weather: 'live', drill: false },
};
const delay: PublicSiren = {
  ...clear,
  ...{
    isInDelay: true,
    state: 'delay',
    clearTime: '4:31',
    remainingSeconds: 125,
    text: 'Lightning 5.0 mi N.',
  },
};

it('says All Clear only of a fresh answer that says so', () => {
  expect(publicSirenView({ siren: clear, at: 0 }, 1_000)).toMatchObject({
    tone: 'clear',
    title: 'All Clear',
  });
  expect(publicSirenView({ siren: clear, at: 0 }, staleAfterMs + 1)).toMatchObject({
    ...{ tone: 'failed', title: 'Failed to get data' },
  });
  expect(publicSirenView({ siren: null, at: 0 }, 0).tone).toBe('failed');
  expect(publicSirenView(null, 0)).toMatchObject({ tone: 'asking', title: 'Checking…' });
  const warning = { ...clear, state: 'warning' as const, text: 'Wind warning in effect.' };
  expect(publicSirenView({ siren: warning, at: 0 }, 0)).toMatchObject({
    ...{ tone: 'warning', title: 'Warning in effect', text: 'Wind warning in effect.' },
  });
});

it('counts down in minutes and seconds, by the speed of the weather, and never to All Clear by itself', () => {
  const at = (now: number, siren = delay) => publicSirenView({ siren, at: 0 }, now);
  expect(at(0)).toMatchObject({ tone: 'delay', count: '2:05', isAtZero: false });
  expect(at(10_000).count).toBe('1:55');
  expect(at(10_000, { ...delay, speed: 10 }).count).toBe('0:25');
  expect(at(24_000, { ...delay, speed: 10 })).toMatchObject({ tone: 'delay', count: '0:00', isAtZero: true });
  expect(at(0, { ...delay, remainingSeconds: 3_900 }).count).toBe('65:00');
  expect(at(0, { ...delay, remainingSeconds: null })).toMatchObject({ tone: 'delay', count: null });
  expect(at(0, { ...delay, state: 'observing' }).tone).toBe('delay');
});

it('stands still while observation is late, and says so', () => {
  const view = publicSirenView({ siren: { ...delay, paused: true }, at: 0 }, 20_000);
  expect(view.count).toBe('2:05');
  expect(view.text).toContain('The countdown is paused');
});
