import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { MailTest } from './MailTest.tsx';
import { SetupForm, useFormStep } from './SetupForm.tsx';

let api: StandInApi;
const done: string[] = [];

beforeAll(() => {
  configure({ asyncUtilTimeout: 15_000 });
  Element.prototype.scrollIntoView = () => undefined;
});
beforeEach(async () => {
  sessionStorage.clear();
  done.length = 0;
  api = await openStandInApi({
    'POST Setup/Code': { data: { message: 'The code is right' } },
    'POST Setup': { data: { message: 'Bay District is set up' } },
  });
});
afterEach(async () => {
  cleanup();
  await api.close();
});

function Steps({ resource }: { resource: string | null }) {
  const [step, open] = useFormStep();
  const identity = { issuer: 'https://login.bay.example/oidc', clientId: 'allclear', resource };
  return <SetupForm identity={identity} step={step} onStep={open} onDone={(email) => done.push(email)} />;
}

const type = async (label: RegExp, text: string) => userEvent.type(await screen.findByLabelText(label), text);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** Goes through the first two steps. */
async function toAdmin(): Promise<void> {
  await type(/^Setup code/, '7K3QX-0M9TD-7K3QX-0M9TD');
  await press('Continue');
  await type(/^Name/, 'Bay District');
  await type(/^Support email/, 'help@bay.example');
  await press('Continue');
  await screen.findByRole('heading', { name: 'First Super Admin' });
}

it('with an external issuer it names the host, asks for no password and sends none', async () => {
  render(api.wrap(<Steps resource={null} />));
  await toAdmin();
  expect(screen.getByText(/sign in at login\.bay\.example, so there is no password here/)).toBeTruthy();
  expect(screen.queryByLabelText(/^Password/)).toBeNull();
  await type(/^First name/, 'Sam');
  await type(/^Email/, 'sam@bay.example');
  await press('Set up');
  await waitFor(() => expect(done).toEqual(['sam@bay.example']));
  const sent = api.requests.at(-1)?.body;
  expect(sent).toMatchObject({ code: '7K3QX-0M9TD-7K3QX-0M9TD', name: 'Bay District', firstName: 'Sam' });
  expect(Object.keys(sent as object).filter((name) => /password/i.test(name))).toEqual([]);
  expect(sessionStorage.getItem('allclear.setup')).toBeNull();
});

it('a refusal leads to the first step with an error, and what was typed is still there', async () => {
  api.answers['POST Setup'] = {
    status: 400,
    responseException: {
      ...{ code: 'bad-input', message: 'No' },
      errors: { Name: ['Name is not good'], Password: ['Too easy'] },
    },
  };
  render(api.wrap(<Steps resource="urn:allclear:api" />));
  await toAdmin();
  await type(/^First name/, 'Sam');
  await type(/^Email/, 'sam@bay.example');
  await type(/^Password \*/, 'a storm over the bay');
  await type(/^Password again/, 'a storm over the bay');
  await press('Set up');
  expect(await screen.findByRole('heading', { name: 'Your organization' })).toBeTruthy();
  const summary = screen.getByRole('group', { name: 'The installation was not set up' });
  await waitFor(() => expect(document.activeElement).toBe(summary));
  expect(screen.getByRole('link', { name: 'Name is not good' })).toBeTruthy();
  await type(/^Name/, ' West');
  await press('Continue');
  expect(await screen.findByDisplayValue('sam@bay.example')).toBeTruthy();
  expect(done).toEqual([]);
});

it('says which settings mail takes, and lets go on without', async () => {
  let isOver = false;
  render(api.wrap(<MailTest email="sam@bay.example" isConfigured={false} onNext={() => (isOver = true)} />));
  expect(screen.getByText(/SMTP_URL=smtp:/).textContent).toContain('ALLCLEAR_MAIL_FROM=');
  expect(screen.queryByRole('button', { name: /test mail/ })).toBeNull();
  await press('Continue');
  expect(isOver).toBe(true);
});

it('a test mail that was not sent says why, and can be sent again', async () => {
  api.answers['POST Setup/TestMail'] = {
    data: { isSent: false, message: 'The mail server mail.bay.example refused the sign-in (535).' },
  };
  render(api.wrap(<MailTest email="sam@bay.example" isConfigured onNext={() => undefined} />));
  await press('Send a test mail');
  expect((await screen.findByRole('alert')).textContent).toContain('refused the sign-in (535)');
  expect(screen.getByRole('button', { name: 'Skip' })).toBeTruthy();
  api.answers['POST Setup/TestMail'] = { data: { isSent: true, message: '250 OK' } };
  await press('Send another');
  expect(await screen.findByText('It answered: 250 OK')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy();
});
