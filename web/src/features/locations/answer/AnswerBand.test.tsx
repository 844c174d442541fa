import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AnswerBand, type PlaceAnswerView } from './AnswerBand.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const delay: PlaceAnswerView = {
  kind: 'delay',
  words: {
    instruction: 'Stay inside',
    word: 'Stay inside',
    reasons: ['Lightning 8.4 mi SSW at 8:38 PM', 'Wind over 35 mph'],
    announcement: 'Stay inside. Lightning within 10 mi. Wind over 35 mph.',
  },
  clock: { countdown: '22:47', earliest: '9:04 PM' },
};
const band = () => screen.getByRole('region', { name: 'What to do at Pier' });
const show = (answer: PlaceAnswerView) => render(<AnswerBand label="Pier" answer={answer} />);

it('says what to do, why, and when the all clear can come as a countdown and as a time', () => {
  show(delay);
  expect(band().textContent).toBe(
    'Stay insideLightning 8.4 mi SSW at 8:38 PM · Wind over 35 mph22:47earliest all clear 9:04 PM',
  );
  expect(screen.getByRole('status').textContent).toBe(
    'Pier: Stay inside. Lightning within 10 mi. Wind over 35 mph.',
  );
  expect(screen.getByRole('status').getAttribute('aria-live')).toBe('assertive');
});

it('counts nothing while observation is paused', () => {
  show({ ...delay, clock: { countdown: null, earliest: '9:04 PM' } });
  expect(band().textContent).toContain('Pausedall clear not before 9:04 PM');
  expect(band().textContent).not.toMatch(/\d\d:\d\d(?! PM)/);
});

it.each([
  ['unknown', true],
  ['no-lightning-data', true],
  ['delay', false],
  ['clear', false],
] as const)('%s is hatched: %s', (kind, isHatched) => {
  show({ ...delay, kind, clock: null });
  expect(band().classList.contains('hatched')).toBe(isHatched);
});

it('announces nothing before the answer is known, and a calm one politely', () => {
  const { rerender } = show({ ...delay, kind: 'checking', clock: null });
  expect(screen.getByRole('status').textContent).toBe('');
  rerender(<AnswerBand label="Pier" answer={{ ...delay, kind: 'clear', clock: null }} />);
  expect(screen.getByRole('status').getAttribute('aria-live')).toBe('polite');
});

it('stays in a thin bar while the page is scrolled', () => {
  let report = (_isIntersecting: boolean) => {};
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        report = (isIntersecting) =>
          callback(
            [
              {
                isIntersecting,
                boundingClientRect: { top: isIntersecting ? 0 : -200 },
              } as IntersectionObserverEntry,
            ],
            this as never,
          );
      }
      observe() {}
      disconnect() {}
    },
  );
  const { container } = show(delay);
  const thin = () => container.querySelector('[aria-hidden="true"][data-state]');
  expect(thin()).toBeNull();
  act(() => report(false));
  expect(thin()?.textContent).toBe('Stay insidePier22:47');
  act(() => report(true));
  expect(thin()).toBeNull();
});
