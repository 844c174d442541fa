import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { App } from './App.tsx';
import { createServices } from './services.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('a crash that nothing has caught says so in the words of the specification', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const services = createServices(window.location.origin, window.sessionStorage);
  const broken = new Proxy(services, {
    get() {
      throw new Error('Nothing works.');
    },
  });
  render(<App services={broken} />);
  expect(await screen.findByRole('heading', { name: 'Way to go, you broke it.' })).toBeTruthy();
  expect(screen.getByText(/The dashboard failed to load/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Load again' })).toBeTruthy();
});
