import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import { delivery, minutesAgo, notice, nowMs } from '../example.ts';
import { NotificationList } from './NotificationList.tsx';

let api: StandInApi;
afterEach(async () => {
  cleanup();
  await api.close();
});

async function show(answers: StandInApi['answers']) {
  api = await openStandInApi(answers);
  render(api.wrap(<NotificationList nowMs={nowMs} />));
}
const list = (notifications: unknown[], total = notifications.length) => ({
  'POST User/Notifications': { data: { notifications, total } },
});

it('says when there is nothing', async () => {
  await show(list([]));
  expect(await screen.findByRole('heading', { name: 'No notifications in the past 7 days' })).toBeTruthy();
  expect(api.requests[0]?.body).toEqual({ count: 20 });
});

it('shows three of a story and the rest on demand', async () => {
  const story = [5, 4, 3, 2, 1].map((i) =>
    notice({
      id: `n${i}`,
      kind: i === 1 ? 'started' : 'reminder',
      sentUtc: minutesAgo(i * 10),
      subject: `Notice ${i}`,
    }),
  );
  await show(
    list([
      ...story,
      notice({ id: 'other', correlationId: 'c2', subject: 'Another story', sentUtc: minutesAgo(90) }),
    ]),
  );
  const group = within(await screen.findByRole('region', { name: 'Notice 1' }));
  expect(group.getAllByRole('article').length).toBe(3);
  await userEvent.click(group.getByRole('button', { name: 'Show 2 more' }));
  expect(group.getAllByRole('article').length).toBe(5);
  expect(screen.getByRole('region', { name: 'Another story' })).toBeTruthy();
});

it('says how a notice reached its reader, each attempt on demand, and why one was not sent', async () => {
  await show(
    list([
      notice({
        deliveries: [
          delivery(),
          delivery({ id: 'd2', channel: 'sms', state: 'not-configured', vendor: null, attempts: [] }),
        ],
      }),
      notice({
        id: 'n2',
        correlationId: 'c2',
        kind: 'all-clear',
        subject: 'All clear',
        muted: 'schedule',
        deliveries: [],
      }),
    ]),
  );
  const first = within(await screen.findByRole('region', { name: /^Lightning 4.2 mi/ }));
  expect(first.getByText('Warning')).toBeTruthy();
  expect(first.getByText('accepted by smtp')).toBeTruthy();
  expect(first.getByText('not configured')).toBeTruthy();
  expect(first.queryByText(/250 queued/)).toBeNull();
  await userEvent.click(first.getByRole('button', { name: /^Details/ }));
  expect(first.getByText(/250 queued/)).toBeTruthy();
  expect(screen.getByText('Not sent out: outside your alert times')).toBeTruthy();
});

it('a list that cannot be had is not an empty one', async () => {
  await show({
    'POST User/Notifications': {
      status: 500,
      responseException: { code: 'internal', message: 'Something went wrong.' },
    },
  });
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.queryByText('No notifications in the past 7 days')).toBeNull();
  Object.assign(api.answers, list([notice()]));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: /^Lightning 4.2 mi/ })).toBeTruthy();
});

it('asks for older ones', async () => {
  await show(list([notice()], 42));
  await userEvent.click(await screen.findByRole('button', { name: 'Show older (41 more)' }));
  await expect.poll(() => api.requests.map(({ body }) => body)).toContainEqual({ count: 100 });
});
