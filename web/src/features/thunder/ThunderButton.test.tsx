import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ThunderButton } from './ThunderButton.tsx';

let heard: (number | null)[] = [];
beforeEach(() => {
  heard = [];
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

function show() {
  render(
    <MantineProvider>
      <ThunderButton placeName="North Field" onThunder={(seconds) => void heard.push(seconds)} />
    </MantineProvider>,
  );
}
const button = () => screen.getByRole('button', { name: /I hear thunder|Keep holding/ });
const touch = { pointerType: 'touch', isPrimary: true };

describe('a finger', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('reports thunder when it holds for a second, and once', () => {
    show();
    fireEvent.pointerDown(button(), touch);
    expect(button().textContent).toBe('Keep holding…');
    act(() => vi.advanceTimersByTime(999));
    expect(heard).toEqual([]);
    act(() => vi.advanceTimersByTime(1));
    expect(heard).toEqual([null]);
    fireEvent.pointerUp(button(), touch);
    fireEvent.click(button());
    act(() => vi.advanceTimersByTime(5_000));
    expect(heard).toEqual([null]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each(['pointerUp', 'pointerCancel'] as const)(
    '%s too early reports nothing, and says what to do',
    (end) => {
      show();
      fireEvent.pointerDown(button(), touch);
      act(() => vi.advanceTimersByTime(600));
      fireEvent[end](button(), touch);
      fireEvent.click(button());
      expect(screen.getByText('Hold for a second')).toBeTruthy();
      act(() => vi.advanceTimersByTime(5_000));
      expect(heard).toEqual([]);
      expect(screen.queryByText('Hold for a second')).toBeNull();
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it('does not open the menu of the browser', () => {
    show();
    expect(fireEvent.contextMenu(button())).toBe(false);
  });
});

describe('a mouse or a keyboard', () => {
  it.each(['{Enter}', ' '])('the key %j asks first', async (key) => {
    show();
    button().focus();
    await userEvent.keyboard(key);
    expect(heard).toEqual([]);
    expect(await screen.findByRole('dialog', { name: 'Report thunder?' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Report thunder' }));
    expect(heard).toEqual([null]);
  });

  it('a click asks first, and takes the seconds of somebody who counted', async () => {
    show();
    await userEvent.click(button());
    const seconds = await screen.findByLabelText('Seconds from flash to bang');
    await userEvent.type(seconds, '91');
    await userEvent.click(screen.getByRole('button', { name: 'Report thunder' }));
    expect(screen.getByText('Enter 0 to 90 seconds')).toBeTruthy();
    expect(heard).toEqual([]);
    await userEvent.clear(seconds);
    await userEvent.type(seconds, '15{Enter}');
    expect(heard).toEqual([15]);
  });

  it('nothing is reported when the question is left', async () => {
    show();
    await userEvent.click(button());
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(heard).toEqual([]);
  });
});

describe('counting from the flash', () => {
  beforeEach(() => void vi.useFakeTimers());
  const start = () => fireEvent.click(screen.getByRole('button', { name: /Count from the flash/ }));

  it('reports the seconds at the thunder, at once', () => {
    show();
    start();
    act(() => vi.advanceTimersByTime(7_500));
    const bang = screen.getByRole('button', { name: /Thunder now/ });
    expect(document.activeElement).toBe(bang);
    expect(bang.textContent).toContain('7 s');
    fireEvent.click(bang);
    expect(heard).toEqual([7.5]);
    expect(button()).toBeTruthy();
  });

  it('reports nothing when it is stopped, or when 90 seconds have gone by', () => {
    show();
    start();
    fireEvent.click(screen.getByRole('button', { name: 'Stop counting' }));
    start();
    act(() => vi.advanceTimersByTime(90_500));
    expect(screen.getByText(/No thunder for 90 seconds/)).toBeTruthy();
    expect(button()).toBeTruthy();
    expect(heard).toEqual([]);
  });
});
