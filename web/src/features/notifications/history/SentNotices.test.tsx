import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import { delivery, minutesAgo } from '../example.ts';
import { countText, SentNotices } from './SentNotices.tsx';

let api: StandInApi;
afterEach(async () => {
  cleanup();
  await api.close();
});

const counts = { people: 14, muted: 2, accepted: 11, failed: 1, waiting: 0 };
const sent = (id: string) => ({
  id,
  eventType: 2,
  kind: 'started',
  subject: `Lightning near ${id}`,
  message: `Lightning near ${id}\nGo inside.`,
  sentUtc: minutesAgo(4),
  timeZone: 'America/Chicago',
  correlationId: id,
  locationName: 'Memorial Stadium',
  counts,
});

async function show(answers: StandInApi['answers']) {
  api = await openStandInApi(answers);
  render(api.wrap(<SentNotices />));
}

it('lists each notice with its counts, and who was told on demand', async () => {
  await show({
    'GET Notifications/Sent': { data: { total: 1, notices: [sent('a')] } },
    'GET Notifications/Sent/a': {
      data: { recipients: [{ userId: 'u', name: 'Kim', muted: null, deliveries: [delivery()] }] },
    },
  });
  const table = within(await screen.findByRole('table', { name: 'Sent notices' }));
  expect(await table.findByText('Lightning near a')).toBeTruthy();
  expect(table.getByText(countText(counts))).toBeTruthy();
  await userEvent.click(table.getByRole('button', { name: 'Show recipients: Lightning near a' }));
  expect(await table.findByText('Kim')).toBeTruthy();
  expect(table.getByText('Go inside.')).toBeTruthy();
});

it('says when nothing has been sent, and when that is not known', async () => {
  await show({ 'GET Notifications/Sent': { data: { total: 0, notices: [] } } });
  expect(await screen.findByRole('heading', { name: 'Nothing has been sent yet' })).toBeTruthy();
  cleanup();
  await api.close();
  await show({
    'GET Notifications/Sent': {
      status: 500,
      responseException: { code: 'internal', message: 'Something went wrong.' },
    },
  });
  expect(await screen.findByRole('heading', { name: 'What was sent could not be loaded' })).toBeTruthy();
  expect(screen.queryByText('Nothing has been sent yet')).toBeNull();
});
