import type { PaUnit } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import { PaDialog } from './PaDialog.tsx';
import { repeatOptions } from './pa-fields.ts';

const unit = (part: Partial<PaUnit>): PaUnit => ({
  ...{ id: 'p1', name: 'Pool horn', ipAddress: '10.1.0.9', defaultPlayCount: 1, enabled: true },
  ...{ speech: 'spoken by the device', canSpeak: true, mayOperate: true },
  ...part,
});
let api: StandInApi;

beforeAll(() => {
  configure({ asyncUtilTimeout: 15_000 });
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
});
beforeEach(async () => {
  api = await openStandInApi({
    'GET PA': {
      data: [
        unit({}),
        unit({ id: 'p2', name: 'Field horn', defaultPlayCount: 3, speech: 'by the voice' }),
        unit({ id: 'p3', name: 'Old horn', enabled: false }),
      ],
    },
    'GET PA/StoredMessages': {
      data: [
        ...[
          {
            id: 'm1',
            title: 'Storm',
            message: 'Go inside.',
            customerId: 'c',
            clip: 'storm.wav',
            revision: 1,
          },
        ],
      ],
    },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});
const show = () => render(api.wrap(<PaDialog onClose={() => undefined} />));
const tick = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name }));
const send = async () => userEvent.click(await screen.findByRole('button', { name: 'Send' }));

it.each([
  [[], [1, 2, 3, 4, 5]],
  [
    [1, 3],
    [3, 4, 5],
  ],
  [[9], [5]],
])('defaults %j allow %j plays', (counts, options) => {
  expect(repeatOptions(counts.map((defaultPlayCount) => ({ defaultPlayCount })))).toEqual(options);
});

it('sends to the chosen units, from the largest default on, says how it is spoken, and what became of each', async () => {
  api.answers['POST PA/SendMessage'] = {
    data: [
      { paId: 'p1', paName: 'Pool horn', status: 1, detail: 'Spoken' },
      { paId: 'p2', paName: 'Field horn', status: 0, detail: 'No answer' },
    ],
  };
  show();
  await tick('Pool horn');
  await tick('Field horn');
  const plays = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Plays' });
  expect([...plays.options].map(({ value }) => value)).toEqual(['3', '4', '5']);
  expect(screen.getByText('How it is spoken: spoken by the device; by the voice.')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Old horn' }).disabled).toBe(true);
  await userEvent.click(screen.getByRole('combobox', { name: 'Stored message' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Storm', hidden: true }));
  expect(screen.getByText(/storm\.wav/)).toBeTruthy();
  await send();
  const results = await screen.findByRole('list', { name: 'Results' });
  expect(
    within(results)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([...['Field horn: No answer', 'Pool horn: Spoken']]);
  expect(screen.getByRole('alert').textContent).toContain('1 failed');
  expect(api.requests.find(({ method }) => method === 'POST')?.body).toEqual({
    ...{ pAList: ['p1', 'p2'], message: 'Go inside.', repeatCount: 3, storedMessageId: 'm1' },
  });
});

it('other words than the stored ones do not play its clip', async () => {
  api.answers['POST PA/SendMessage'] = { data: [] };
  show();
  await tick('Pool horn');
  await userEvent.click(screen.getByRole('combobox', { name: 'Stored message' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Storm', hidden: true }));
  fireEvent.change(screen.getByRole('textbox', { name: /^Message/ }), { target: { value: 'Come back.' } });
  await send();
  await screen.findByRole('list', { name: 'Results' });
  expect(api.requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
    ...{ message: 'Come back.', storedMessageId: null },
  });
});

it('needs a unit and a message; what the server refuses is at its field and a toast', async () => {
  api.answers['POST PA/SendMessage'] = {
    status: 400,
    responseException: { code: 'bad-input', message: 'Invalid', errors: { Message: ['Too long for it'] } },
  };
  show();
  await screen.findByRole('checkbox', { name: 'Pool horn' });
  await send();
  expect(await screen.findByRole('link', { name: 'Choose at least one unit' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Enter a message' })).toBeTruthy();
  await tick('Pool horn');
  fireEvent.change(screen.getByRole('textbox', { name: /^Message/ }), { target: { value: 'Go inside.' } });
  await send();
  expect(await screen.findByRole('link', { name: 'Too long for it' })).toBeTruthy();
  expect(screen.getAllByText('Failed To Send Message').length).toBeGreaterThan(0);
  const library = screen.getByRole('link', { name: 'Go To Message Library' });
  expect(library.getAttribute('href')).toBe('/PAStoredMessages');
});
