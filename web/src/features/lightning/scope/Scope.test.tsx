import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { Scope } from './Scope.tsx';
import type { ScopeView } from './scope-view.ts';

afterEach(cleanup);

const view: ScopeView = {
  rings: [{ miles: 10, share: 1, state: 'strike' }],
  dots: [{ key: 'a', x: 0.5, y: 0, age: 'new' }],
  storm: { x: 0, y: 0, outerMiles: 10, headingDegrees: 45 },
  sentence: null,
  isUnknown: false,
};
function show(part: Partial<ScopeView>) {
  render(
    <MemoryRouter>
      <Scope view={{ ...view, ...part }} href="/live-radar?location=1" label="Pier" />
    </MemoryRouter>,
  );
  return screen.getByRole('link', { name: /^Live Radar at Pier/ });
}

it('is a link to Live Radar at the place, with the rings, the strikes and their legend', () => {
  const link = show({});
  expect(link.getAttribute('href')).toBe('/live-radar?location=1');
  expect(link.textContent).toContain('10 mi');
  expect(link.textContent).toContain('15-30 min');
  expect(link.querySelectorAll('svg [data-age]')).toHaveLength(1);
  expect(link.classList.contains('hatched')).toBe(false);
});

it('says where the storm goes, also to screen readers', () => {
  const sentence = 'Storm moving NE 25 mph; its edge leaves the 10 mi ring about 8:55 PM';
  expect(show({ sentence }).textContent).toContain(sentence);
  expect(screen.getByRole('link', { name: new RegExp(`${sentence}$`) })).toBeTruthy();
});

it('is hatched when the lightning is not known', () => {
  expect(show({ isUnknown: true }).classList.contains('hatched')).toBe(true);
});
