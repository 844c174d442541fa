import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addQueuedThunder } from '../session/queued-thunder.ts';
import { UnreachablePage } from './UnreachablePage.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const show = () =>
  render(
    <MantineProvider>
      <UnreachablePage problem="No answer." busy={false} onRetry={() => undefined} />
    </MantineProvider>,
  );

it('names thunder that was reported on this device and is not sent yet', () => {
  addQueuedThunder(localStorage, 'ann', {
    ...{ key: 'a', organizationLocationId: 'north', placeName: 'North Field', timeZone: 'UTC' },
    ...{ flashToBangSeconds: null, pressedAtMs: Date.parse('2026-06-06T20:40:00Z'), offsetAtPressMs: null },
  });
  show();
  const text = screen.getByRole('alert').textContent;
  expect(text).toContain('Not sent yet: no network. Tell people yourself.');
  expect(text).toContain('Thunder at North Field, 8:40 PM');
});

it('has no such line without a report', () => {
  show();
  expect(screen.queryByText(/Not sent yet/)).toBeNull();
});
