import type { Consultation, CurrentUser, Organization } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import ConsultationPage from './ConsultationPage.tsx';
import SupportPage from './SupportPage.tsx';

const user = {
  ...{ id: 'ada', customerId: 'bay', email: 'ada@bay.example', phoneNumber: '+18135550123', userName: 'ada' },
  ...{ firstName: 'Ada', lastName: 'Bayward', fullName: 'Ada Bayward', roleName: 'Admin' },
  ...{ created: '2026-06-01T00:00:00Z', activated: '2026-06-01T00:00:00Z' },
  ...{ isActive: true, declinesNotifications: false, permissions: ['met.support'] },
} satisfies CurrentUser;
const organization: Organization = {
  ...{ id: 'bay', name: 'Bay Schools', entitlements: [2], supportEmail: 'help@bay.example' },
  ...{ supportPhone: '813-555-0100', banner: null, status: 'ACTIVE', liveStreamMinutes: 600 },
  ...{ companyType: null, created: '2026-06-01T00:00:00Z' },
};
const open: Consultation = {
  availability: 'open',
  admins: [{ name: 'Grace Hopper', email: 'grace@bay.example' }],
  requests: [],
};
const request = (state: 'sending' | 'sent' | 'failed') => ({
  ...{ id: 'q1', message: 'Will it rain?', preferredContact: 'email', state },
  createdUtc: '2026-06-06T20:00:00Z',
});
let api: StandInApi;

// Allows for a busy machine.
beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  api = await openStandInApi({ 'GET Consultation': { data: open } });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});

const show = () => render(api.wrap(<ConsultationPage user={user} organization={organization} />));
const sent = () => api.requests.filter(({ method }) => method !== 'GET').at(-1);
const ask = async (text = 'Will it rain?') => {
  await userEvent.type(await screen.findByLabelText(/Question/, { selector: 'textarea' }), text);
  await userEvent.click(screen.getByRole('button', { name: 'Send Question' }));
};

it('sends a question by the chosen way alone, and says that it was sent once it was', async () => {
  api.answers['POST Consultation'] = () => {
    api.answers['GET Consultation'] = { data: { ...open, requests: [request('sending')] } };
    return { data: { id: 'q1', message: 'On its way' } };
  };
  show();
  await ask();
  expect(await screen.findByText('Sending your question…')).toBeTruthy();
  expect(sent()?.body).toEqual({
    ...{ message: 'Will it rain?', preferredContact: 'email', email: 'ada@bay.example', ccdEmails: [] },
  });
  expect(screen.queryByText(/will respond shortly/)).toBeNull();
  api.answers['GET Consultation'] = { data: { ...open, requests: [request('sent')] } };
  expect(await screen.findByText(/received your question and will respond shortly/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Send another request' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Phone call' }));
  await ask('Call me');
  await screen.findByText('Sending your question…').catch(() => undefined);
  expect(sent()?.body).toEqual({
    ...{ message: 'Call me', preferredContact: 'phone', phone: '+18135550123' },
  });
});

it('checks the question before it is sent', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Send Question' }));
  expect((await screen.findAllByText('Question is required')).length).toBeGreaterThan(0);
  expect(sent()).toBeUndefined();
});

it('a question that is refused gives the support contact, and Try again gives it back', async () => {
  api.answers['POST Consultation'] = {
    status: 409,
    responseException: { code: 'conflict', message: 'Your organization has no meteorologist desk.' },
  };
  show();
  await ask();
  expect(await screen.findByText('There was a problem sending your question, contact support.')).toBeTruthy();
  expect(
    screen.getByText('Error submitting request: Your organization has no meteorologist desk.'),
  ).toBeTruthy();
  const contacts = screen.getAllByRole('list', { name: 'Support contact' });
  expect(within(contacts[0] as HTMLElement).getByRole('link', { name: 'help@bay.example' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  const field = await screen.findByLabelText(/Question/, { selector: 'textarea' });
  expect((field as HTMLTextAreaElement).value).toBe('Will it rain?');
});

it('a question that the mail server refuses later is a failure too', async () => {
  api.answers['POST Consultation'] = () => {
    api.answers['GET Consultation'] = { data: { ...open, requests: [request('failed')] } };
    return { data: { id: 'q1', message: 'On its way' } };
  };
  show();
  await ask();
  expect(await screen.findByText('There was a problem sending your question, contact support.')).toBeTruthy();
  expect(screen.getByText(/not sent: the mail server refused it/)).toBeTruthy();
});

it('without a desk the page says so and has no form', async () => {
  api.answers['GET Consultation'] = { data: { ...open, availability: 'no-desk' } };
  show();
  expect(await screen.findByText(/Your organization has no meteorologist desk/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send Question' })).toBeNull();
});

it('says that the questions could not be loaded, and tries again on demand', async () => {
  delete api.answers['GET Consultation'];
  show();
  expect(await screen.findByText('Problem retrieving questions')).toBeTruthy();
  api.answers['GET Consultation'] = { data: open };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Send Question' })).toBeTruthy();
});

it('the side panel has support center, email, phone and more about hardware', async () => {
  show();
  const panel = within(await screen.findByRole('complementary', { name: 'More help' }));
  for (const name of ['Support center', 'help@bay.example', '813-555-0100', /hardware/])
    expect(panel.getByRole('link', { name })).toBeTruthy();
});

it('the support center sends a message', async () => {
  api.answers['POST Support'] = { data: { id: 's1', message: 'Your message is on its way' } };
  render(api.wrap(<SupportPage organization={organization} />));
  await userEvent.click(await screen.findByRole('button', { name: 'Send message' }));
  expect((await screen.findAllByText('Subject is required')).length).toBeGreaterThan(0);
  await userEvent.type(screen.getByLabelText(/Subject/), 'Request access');
  await userEvent.type(screen.getByLabelText(/Message/, { selector: 'textarea' }), 'Please');
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByText(/on its way/)).toBeTruthy();
  expect(sent()).toMatchObject({ path: 'Support', body: { subject: 'Request access', message: 'Please' } });
});
