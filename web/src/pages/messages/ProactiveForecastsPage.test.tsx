import { notifications } from '@mantine/notifications';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { clock } from '../../clock/clock.ts';
import { exampleForecast, examplePlace, minutesAgo, nowMs } from '../../features/messages/example.ts';
import ProactiveForecastsPage from './ProactiveForecastsPage.tsx';

let api: StandInApi;

beforeAll(() => {
  // Allows for a busy machine.
  configure({ asyncUtilTimeout: 15_000 });
  Element.prototype.scrollIntoView = () => undefined;
});
beforeEach(async () => {
  clock.set(new Date(nowMs).toISOString());
  api = await openStandInApi({
    'GET ProactiveForecast': { data: [] },
    'GET organizationLocation': { data: [examplePlace()] },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});

const show = (forecasts: unknown[] = []) => {
  api.answers['GET ProactiveForecast'] = { data: forecasts };
  render(api.wrap(<ProactiveForecastsPage />));
};
const sent = () => api.requests.filter(({ method }) => method === 'POST');

async function writing() {
  await userEvent.click(await screen.findByRole('button', { name: 'New Forecast' }));
  return within(await screen.findByRole('dialog', { name: 'New Forecast' }));
}

it('shows what is in effect with its places, and what has expired on demand', async () => {
  const expired = exampleForecast({
    id: 'f2',
    expiresAt: minutesAgo(90),
    messages: [{ ...exampleForecast().messages[0]!, headline: 'Past wind' }],
  });
  show([
    exampleForecast(),
    exampleForecast({ id: 'f3', organizationLocationIds: ['pool', 'gone'] }),
    expired,
  ]);
  const current = within(await screen.findByRole('region', { name: 'In effect' }));
  const [first, second] = current.getAllByRole('article');
  expect(first!.textContent).toContain('All locations');
  expect(first!.textContent).toContain('Expires in 5 hours');
  expect(within(first!).getByText('water').tagName).toBe('STRONG');
  await waitFor(() => expect(second!.textContent).toContain('Pool, 1 location'));
  expect(screen.queryByText('Past wind')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show 1 expired' }));
  const past = within(screen.getByRole('region', { name: 'Expired' }));
  expect(past.getByRole('article').textContent).toContain('Expired 2 hours ago');
  expect(past.queryByRole('button', { name: /^(Add message|Expire now)/ })).toBeNull();
});

it('writes a forecast with its toolbar, as the preview shows it', async () => {
  show();
  await screen.findByRole('heading', { name: 'No forecasts have been written' });
  api.answers['POST ProactiveForecast'] = { data: exampleForecast() };
  const form = await writing();
  await userEvent.type(form.getByLabelText(/^Headline/), 'Storms at six');
  const message = form.getByLabelText<HTMLTextAreaElement>(/^Message/);
  await userEvent.type(message, 'Go inside');
  message.setSelectionRange(3, 9);
  await userEvent.click(form.getByRole('button', { name: 'Bold' }));
  expect(message.value).toBe('Go <strong>inside</strong>');
  expect(message.value.slice(message.selectionStart, message.selectionEnd)).toBe('inside');
  await userEvent.type(message, '{Control>}i{/Control}', {
    initialSelectionStart: 11,
    initialSelectionEnd: 17,
    skipClick: true,
  });
  expect(message.value).toBe('Go <strong><em>inside</em></strong>');
  expect(within(form.getByRole('region', { name: 'Preview' })).getByText('inside').tagName).toBe('EM');
  await userEvent.click(form.getByRole('button', { name: 'Send Forecast' }));
  await screen.findByText('Forecast sent');
  const { expiresAt, ...body } = sent()[0]!.body as Record<string, unknown>;
  expect(body).toEqual({
    forecastTypeName: 'Proactive Forecast',
    color: '#0B74B8',
    organizationLocationIds: [],
    headline: 'Storms at six',
    message: '<p>Go <strong><em>inside</em></strong></p>',
  });
  expect(Math.abs(Date.parse(String(expiresAt)) - nowMs - 86_400_000)).toBeLessThan(120_000);
});

it('what is missing, and what the server refuses, stands under its field', async () => {
  show();
  const form = await writing();
  await userEvent.click(form.getByRole('button', { name: 'Send Forecast' }));
  expect(form.getByRole('link', { name: 'Message is required' })).toBeTruthy();
  expect(document.activeElement).toBe(form.getByRole('group', { name: 'Please check the form' }));
  await userEvent.click(form.getByRole('link', { name: 'Headline is required' }));
  expect(document.activeElement).toBe(form.getByLabelText(/^Headline/));
  expect(sent()).toEqual([]);
  fireEvent.change(form.getByLabelText(/^Headline/), { target: { value: 'Heat' } });
  fireEvent.change(form.getByLabelText(/^Message/), { target: { value: '<script>alert(1)</script>Hot' } });
  expect(form.getByRole('region', { name: 'Preview' }).textContent).not.toContain('alert');
  const errors = { Message: ['Message cannot contain scripts'] };
  api.answers['POST ProactiveForecast'] = {
    status: 400,
    responseException: { code: 'bad-input', message: 'Please check the form', errors },
  };
  await userEvent.click(form.getByRole('button', { name: 'Send Forecast' }));
  expect(await form.findByRole('link', { name: 'Message cannot contain scripts' })).toBeTruthy();
  expect(form.getByLabelText(/^Message/).getAttribute('aria-invalid')).toBe('true');
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('dialog', { name: 'Close without saving?' })).toBeTruthy();
});

it('a further message keeps the end of its forecast', async () => {
  show([exampleForecast()]);
  await userEvent.click(await screen.findByRole('button', { name: 'Add message: Heat this afternoon' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add Message' }));
  expect(form.queryByLabelText(/^Forecast type/)).toBeNull();
  fireEvent.change(form.getByLabelText(/^Headline/), { target: { value: 'Hotter still' } });
  fireEvent.change(form.getByLabelText(/^Message/), { target: { value: 'Stay in' } });
  api.answers['POST ProactiveForecast'] = { data: exampleForecast() };
  await userEvent.click(form.getByRole('button', { name: 'Add Message' }));
  await screen.findByText('Message added');
  expect(sent()[0]!.body).toEqual({
    id: 'f1',
    headline: 'Hotter still',
    message: '<p>Stay in</p>',
    expiresAt: exampleForecast().expiresAt,
  });
});

it('asks before it expires one, and says when that fails', async () => {
  show([exampleForecast()]);
  const ask = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Expire now: Heat this afternoon' }));
    return within(await screen.findByRole('dialog', { name: 'Expire this forecast now?' }));
  };
  await userEvent.click((await ask()).getByRole('button', { name: 'Confirm' }));
  await screen.findByText('Problem expiring the forecast');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  api.answers['POST ProactiveForecast/Expire/f1'] = () => {
    api.answers['GET ProactiveForecast'] = { data: [exampleForecast({ expiresAt: minutesAgo(1) })] };
    return { data: { id: 'f1', message: 'Forecast ended' } };
  };
  await userEvent.click((await ask()).getByRole('button', { name: 'Confirm' }));
  await screen.findByText('No forecast is in effect.');
  expect(screen.getByRole('button', { name: 'Show 1 expired' })).toBeTruthy();
});

it('a list that cannot be had is not an empty one', async () => {
  api.answers['GET ProactiveForecast'] = {
    status: 500,
    responseException: { code: 'internal', message: 'Something went wrong.' },
  };
  render(api.wrap(<ProactiveForecastsPage />));
  expect(await screen.findByRole('heading', { name: 'Problem retrieving forecasts' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'New Forecast' })).toBeNull();
  api.answers['GET ProactiveForecast'] = { data: [exampleForecast()] };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article')).toBeTruthy();
});
