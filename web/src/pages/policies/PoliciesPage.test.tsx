import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '../../App.tsx';
import { createApiClient } from '../../api/client.ts';
import { createConnection } from '../../api/connection.ts';
import { clock } from '../../clock/clock.ts';
import { examplePolicy, exampleTypes } from '../../features/policies/example.ts';
import { type Services, ServicesProvider } from '../../services.ts';
import { theme } from '../../ui/theme.ts';
import PoliciesPage from './PoliciesPage.tsx';

interface Answer {
  status: number;
  body: unknown;
}
const data = (value: unknown): Answer => ({ status: 200, body: { data: value } });
const refused = (status: number, errors: Record<string, string[]>): Answer => ({
  status,
  body: { responseException: { code: 'bad-input', message: 'Please check the form', errors } },
});

/** A small API: its answers by method and path, and the received requests. */
let answers: Record<string, Answer>;
let sent: { call: string; body: Record<string, unknown> }[];
let server: Server;
let origin: string;

beforeAll(() => {
  // Allows for a busy machine.
  configure({ asyncUtilTimeout: 15_000 });
  Element.prototype.scrollIntoView = () => undefined;
  clock.set('2026-06-06T20:00:00Z');
});
beforeEach(async () => {
  sent = [];
  answers = { 'GET policy': data([]), 'GET policy/types': data(exampleTypes), 'GET site': data([]) };
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => {
      text += piece;
    });
    request.on('end', () => {
      const call = `${request.method} ${request.url?.replace('/api/', '')}`;
      const answer = answers[call] ?? { status: 404, body: {} };
      if (request.method !== 'GET' && request.method !== 'OPTIONS')
        sent.push({ call, body: text ? JSON.parse(text) : {} });
      const allow = {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
        'access-control-allow-methods': '*',
      };
      response.writeHead(request.method === 'OPTIONS' ? 204 : answer.status, {
        ...allow,
        'content-type': 'application/json',
      });
      response.end(request.method === 'OPTIONS' ? undefined : JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function open(permissions = ['policies:view', 'policies:write'], address = '/Policies') {
  const connection = createConnection();
  const api = createApiClient({
    origin,
    token: async () => 'a-token',
    onUnauthorized: () => undefined,
    connection,
  });
  const services: Services = { api, connection, session: {} as Services['session'], display: null };
  render(
    <ServicesProvider value={services}>
      <QueryClientProvider client={createQueryClient()}>
        <MantineProvider theme={theme} env="test">
          <Notifications />
          <MemoryRouter initialEntries={[address]}>
            <PoliciesPage permissions={permissions} />
          </MemoryRouter>
        </MantineProvider>
      </QueryClientProvider>
    </ServicesProvider>,
  );
}

const press = (within_: ReturnType<typeof within> | typeof screen, name: string) =>
  fireEvent.click(within_.getByRole('button', { name }));

async function editing(name: string) {
  press(screen, await screen.findByRole('article').then(() => `Edit ${name}`));
  return within(await screen.findByRole('dialog', { name: 'Edit Policy' }));
}

it('invites to add the first policy, but only those who may', async () => {
  open();
  await screen.findByRole('heading', { name: "You don't have any policies added" });
  expect(screen.getByText('Add a policy to continue')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Add Policy' })).toHaveLength(1);
  cleanup();
  open(['policies:view']);
  await screen.findByRole('heading', { name: "You don't have any policies added" });
  expect(screen.queryByRole('button', { name: 'Add Policy' })).toBeNull();
});

it('says when policies cannot be read, and tries again', async () => {
  answers['GET policy'] = refused(400, {});
  open();
  await screen.findByRole('heading', { name: 'Problem retrieving policies' });
  answers['GET policy'] = data([examplePolicy('LR1')]);
  // The button is disabled while the types are loading.
  await waitFor(() =>
    expect((screen.getByRole('button', { name: 'Try again' }) as HTMLButtonElement).disabled).toBe(false),
  );
  press(screen, 'Try again');
  expect((await screen.findByRole('article', { name: 'Lightning' })).textContent).toContain('10 mi');
});

it('shows what the server refuses under its field, and the first ServerErrors entry above the form', async () => {
  answers['GET policy'] = data([examplePolicy('GUST', { threshold: 35 })]);
  answers['PATCH policy'] = refused(400, {
    ServerErrors: ['Too many changes'],
    Threshold: ['Too gusty'],
    Sites: ['Unknown group'],
  });
  open();
  const form = await editing('Wind Gust');
  const threshold = form.getByLabelText(/^Threshold/);
  fireEvent.change(threshold, { target: { value: '40.4' } });
  press(form, 'Save Changes');
  await screen.findByText('Too many changes');
  expect(sent).toEqual([{ call: 'PATCH policy', body: { id: 'p-GUST', threshold: 40 } }]);
  expect(form.getByRole('link', { name: 'Too gusty' })).toBeTruthy();
  expect(form.getByRole('link', { name: 'Unknown group' })).toBeTruthy();
  expect(threshold.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(threshold, { target: { value: '41' } });
  expect(form.queryByText('Too gusty')).toBeNull();
});

it('sends nothing that would be refused', async () => {
  answers['GET policy'] = data([examplePolicy('WBGT', { threshold: 87 })]);
  open();
  const form = await editing('WBGT');
  fireEvent.change(form.getByLabelText(/^All-Clear Minutes/), { target: { value: '5' } });
  press(form, 'Save Changes');
  expect(form.getByRole('link', { name: 'All clear must be at least 10 minutes' })).toBeTruthy();
  press(form, 'Try on the past');
  expect(sent).toEqual([]);
});

it('says what a trial found, and that nothing is known of a place without stored weather', async () => {
  answers['GET policy'] = data([examplePolicy('LR1')]);
  const place = { timeZone: 'America/Chicago', warnings: 0, stoppedMinutes: 0, events: [], observedShare: 0 };
  const events = [
    { event: 'started', at: '2026-06-06T10:00:00Z', value: 4 },
    { event: 'all-clear', at: '2026-06-06T12:00:00Z', value: null },
  ];
  answers['POST policy/Backtest'] = data({
    from: '2026-05-30T20:00:00Z',
    to: '2026-06-06T20:00:00Z',
    locations: [
      { ...place, organizationLocationId: 'a', name: 'Pool' },
      {
        ...place,
        organizationLocationId: 'b',
        name: 'Track',
        warnings: 1,
        stoppedMinutes: 120,
        observedShare: 0.9,
        events,
      },
    ],
  });
  open();
  const form = await editing('Lightning');
  press(form, 'Try on the past');
  await form.findByText('1 warning, people stopped for 2 hours');
  expect(form.getByText('Weather was observed for 90% of the time')).toBeTruthy();
  expect(form.getByText('No weather is stored for this time')).toBeTruthy();
  expect(form.queryByText('No warning')).toBeNull();
  expect(sent[0]!.body).toMatchObject({ id: 'p-LR1', threshold: 10 });
  expect(Date.parse(sent[0]!.body.to as string) - Date.parse(sent[0]!.body.from as string)).toBe(
    7 * 86_400_000,
  );
  fireEvent.change(form.getByLabelText(/^Threshold/), { target: { value: '12' } });
  expect(form.getByText(/changed since/)).toBeTruthy();
});

it('says that a policy to delete is gone already', async () => {
  answers['GET policy'] = data([examplePolicy('LR1')]);
  open();
  const form = await editing('Lightning');
  press(form, 'Delete Policy');
  const question = within(await screen.findByRole('dialog', { name: 'Remove Lightning' }));
  press(question, 'Remove');
  await screen.findByText('This policy was deleted meanwhile.');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Remove Lightning' })).toBeNull());
});

const conflict: Answer = {
  status: 409,
  body: {
    responseException: {
      code: 'conflict',
      message: 'Somebody else changed this policy meanwhile. Load it again to see what it says now.',
      errors: { Threshold: ['Somebody else changed this meanwhile'] },
    },
  },
};

/** The form of a policy whose save was refused because somebody else changed its threshold from 35 to 45. */
async function refusedForAnotherEditor() {
  answers['GET policy'] = data([examplePolicy('GUST', { threshold: 35, revision: 1 })]);
  answers['PATCH policy'] = conflict;
  open();
  const form = await editing('Wind Gust');
  fireEvent.change(form.getByLabelText(/^Threshold/), { target: { value: '40' } });
  answers['GET policy'] = data([examplePolicy('GUST', { threshold: 45, revision: 2 })]);
  press(form, 'Save Changes');
  await screen.findByText(/^Somebody else changed this policy meanwhile/);
  expect(sent).toEqual([{ call: 'PATCH policy', body: { id: 'p-GUST', threshold: 40, revision: 1 } }]);
  expect(form.getByRole('link', { name: 'Somebody else changed this meanwhile' })).toBeTruthy();
  expect((await form.findByRole('alert')).textContent).toContain('This policy was changed meanwhile');
  return form;
}
const thresholdOf = (form: ReturnType<typeof within>) =>
  (form.getByLabelText(/^Threshold/) as HTMLInputElement).value;

it('of two editors the second sees what the first changed, and can save over it', async () => {
  const form = await refusedForAnotherEditor();
  expect(thresholdOf(form)).toBe('40');
  const policy = examplePolicy('GUST', { threshold: 40, revision: 3 });
  answers['PATCH policy'] = data({ policy, message: 'Updated' });
  answers['GET policy'] = data([policy]);
  press(form, 'Save Changes');
  await screen.findByText('Updated');
  expect(sent[1]).toEqual({ call: 'PATCH policy', body: { id: 'p-GUST', threshold: 40, revision: 2 } });
});

it('of two editors the second can take what the first changed', async () => {
  press(await refusedForAnotherEditor(), 'Show it as it is now');
  await waitFor(() => expect(thresholdOf(within(screen.getByRole('dialog')))).toBe('45'));
  const form = within(screen.getByRole('dialog', { name: 'Edit Policy' }));
  expect(form.queryByRole('alert')).toBeNull();
  expect(form.queryByText('Somebody else changed this meanwhile')).toBeNull();
  fireEvent.change(form.getByLabelText(/^Threshold/), { target: { value: '46' } });
  press(form, 'Save Changes');
  await waitFor(() =>
    expect(sent[1]).toEqual({ call: 'PATCH policy', body: { id: 'p-GUST', threshold: 46, revision: 2 } }),
  );
});

it('a long list is searched and filtered as the address says; a short one shows everything', async () => {
  const many = Array.from({ length: 13 }, (_, i) =>
    examplePolicy(i < 3 ? 'GUST' : 'LR1', { id: `p${i}`, displayName: `Stop ${i + 1}`, isActive: i !== 2 }),
  );
  answers['GET policy'] = data(many);
  const address = '/Policies?policies.q=stop&policies.is.kind=Wind';
  open(undefined, address);
  await screen.findByText('3 of 13 policies');
  expect(screen.getAllByRole('article')).toHaveLength(3);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter by state' }), 'Active');
  expect(screen.getAllByRole('article')).toHaveLength(2);
  const search = screen.getByRole('searchbox', { name: 'Search policies' });
  expect((search as HTMLInputElement).value).toBe('stop');
  await userEvent.type(search, ' 2');
  expect(screen.getAllByRole('article')).toHaveLength(1);
  await userEvent.type(search, ' none');
  expect(screen.getByText(/^No policy matches/)).toBeTruthy();
  cleanup();
  answers['GET policy'] = data(many.slice(1));
  open(undefined, '/Policies?policies.q=none');
  expect(await screen.findAllByRole('article')).toHaveLength(12);
  expect(screen.queryByRole('searchbox')).toBeNull();
});
