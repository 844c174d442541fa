import type { Location } from '@allclear/contract';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { DashboardHeader } from './DashboardHeader.tsx';

afterEach(cleanup);

const nowMs = Date.parse('2026-06-06T20:46:00Z');
const calm = { threats: [], lightning: 'known', warnings: 'known', answer: 'clear' } as const;

function show(flags: number, atMs: number | null = nowMs) {
  const location = { id: 'l', label: 'Memorial Stadium', flags, timeZone: 'America/Chicago' } as Location;
  const nothing = () => {};
  const header = (
    <DashboardHeader
      location={location}
      standings={[calm]}
      nowMs={atMs}
      share={null}
      onAdd={nothing}
      onEdit={nothing}
    />
  );
  return render(<MantineProvider>{header}</MantineProvider>).container.querySelector('header')!;
}

it('says the date at the place, its name, and how many locations are in a policy warning', () => {
  const header = show(0);
  expect(header.textContent).toContain('Saturday, June 6');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Memorial Stadium');
  expect(header.textContent).toContain('You have no locations in a policy warning');
});

it.each([
  [0, false],
  [2, false],
  [28, false],
  [30, true],
  [31, true],
])('flags %d: notifications are silenced is %s', (flags, silenced) => {
  show(flags);
  expect(screen.queryByRole('img', { name: 'Notifications are silenced for this location' }) !== null).toBe(
    silenced,
  );
});

it('waits for the server to say what day it is', () => {
  expect(show(0, null).textContent).not.toContain('June');
});
