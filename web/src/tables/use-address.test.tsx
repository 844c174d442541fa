import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { useAddress } from './use-address.ts';

afterEach(cleanup);

function Both() {
  const [params, change] = useAddress();
  const { search } = useLocation();
  const set = (name: string) =>
    change((before) => {
      const next = new URLSearchParams(before);
      next.set(name, `${params.size}`);
      return next;
    });
  const setBoth = () => {
    set('start');
    set('end');
  };
  return (
    <button type="button" onClick={setBoth}>
      {search}
    </button>
  );
}

it('of two changes before the page is drawn again none is lost', () => {
  render(
    <MemoryRouter initialEntries={['/?kept=yes']}>
      <Both />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button'));
  expect(screen.getByRole('button').textContent).toBe('?kept=yes&start=1&end=1');
});
