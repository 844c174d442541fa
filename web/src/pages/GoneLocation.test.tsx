import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { GoneLocation } from './GoneLocation.tsx';

afterEach(cleanup);

it('says that the location of the address does not exist and which one is shown, until it is dismissed', async () => {
  const close = vi.fn();
  render(
    <MantineProvider>
      <GoneLocation shown="Pier" onClose={close} />
    </MantineProvider>,
  );
  expect(screen.getByRole('alert').textContent).toContain('This location does not exist');
  expect(screen.getByRole('alert').textContent).toContain('What follows is about Pier.');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(close).toHaveBeenCalledOnce();
});
