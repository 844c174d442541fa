import type { CurrentUser } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, Navigate, Route, Routes } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { exampleChoice, exampleWidget } from '../../features/widgets/example.ts';
import WidgetBuilderPage from './WidgetBuilderPage.tsx';

const kim: CurrentUser = {
  ...{ id: 'kim', customerId: 'bay', email: 'kim@bay.example', phoneNumber: null, userName: 'kim' },
  ...{ firstName: 'Kim', lastName: 'Lee', fullName: 'Kim Lee', roleName: 'Admin', created: '' },
  ...{ activated: null, isActive: true, declinesNotifications: false, permissions: [] },
};
const missing = {
  ...{ status: 404, responseException: { code: 'not-found', message: 'This no longer exists.' } },
};
let api: StandInApi;

beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  api = await openStandInApi({
    'GET Widget/w1': { data: exampleWidget },
    'GET Widget/Choices/bay': { data: exampleChoice },
    'GET Widget/Choices/harbor': { data: exampleChoice },
    'POST Widget/Preview': { data: { placeName: 'Oak Field' } },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});
const show = (address = '/widgets/bay/w1', user = kim) =>
  render(
    api.wrap(
      <>
        <Link to="/elsewhere">Elsewhere</Link>
        <Routes>
          <Route path="/" element={<Navigate to={address} replace />} />
          <Route path="/widgets/:customerId/:widgetId" element={<WidgetBuilderPage user={user} />} />
          <Route path="*" element={<Place />} />
        </Routes>
      </>,
    ),
  );
function Place() {
  return (
    <Routes>
      {['widgets', 'Unauthorized', 'elsewhere'].map((path) => (
        <Route key={path} path={path} element={<p>Page {path}</p>} />
      ))}
    </Routes>
  );
}
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const sent = (method: string, path: string) =>
  api.requests.filter((request) => request.method === method && request.path === path);
const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Widget name/ });
const rename = async (name: string) => {
  const field = await nameField();
  await userEvent.clear(field);
  await userEvent.type(field, name);
};
const choose = async (label: RegExp, option: string) => {
  await userEvent.click(
    await screen.findByRole('combobox', { name: label }).catch(() => screen.getByLabelText(label)),
  );
  await userEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
};
const policy = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });

it('a builder of another customer is for a full widget admin alone', async () => {
  show('/widgets/harbor/builder');
  expect(await screen.findByText('Page Unauthorized')).toBeTruthy();
  cleanup();
  show('/widgets/harbor/builder', { ...kim, widgetAdmin: true });
  expect(await screen.findByRole('heading', { name: 'New Widget' })).toBeTruthy();
});

it('a new widget is saved once a location is chosen, and leads back to the list', async () => {
  api.answers['POST Widget'] = { data: exampleWidget };
  show('/widgets/bay/builder');
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save Widget' });
  expect(save.disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Delete Widget' })).toBeNull();
  expect(screen.getByText('AQI data only available for locations within 10 miles of a sensor.')).toBeTruthy();
  await choose(/^Organization location/, 'Oak Field');
  expect(save.disabled).toBe(false);
  await userEvent.click(save);
  const summary = await screen.findByRole('group', { name: 'Please check the form' });
  expect(summary.textContent).toContain('Please enter a name for your widget.');
  expect(summary.textContent).toContain(
    'Lightning Radius 1 (LR1) policy is required. Please select an LR1 policy from the list.',
  );
  expect(sent('POST', 'Widget')).toEqual([]);
  await rename('For parents');
  await userEvent.click(policy(/^LR1 · Lightning 8/));
  await userEvent.click(policy(/^LR1 · Lightning 12/));
  expect(policy(/^LR1 · Lightning 8/).checked).toBe(false);
  await userEvent.click(save);
  expect(await screen.findByText('Page widgets')).toBeTruthy();
  expect(sent('POST', 'Widget')[0]?.body).toMatchObject({
    ...{ customerId: 'bay', name: 'For parents', orgLocId: 'field', policies: ['lr1-wide'] },
    ...{ weatherStationId: 's1', policyGroupId: -1, width: 800 },
  });
});

it('the preview is the widget itself, and is given what the form would show', async () => {
  show();
  const frame = await screen.findByTitle<HTMLIFrameElement>('Preview of the widget');
  expect(frame.getAttribute('src')).toBe('/widget/?preview=1');
  await waitFor(() => expect(sent('POST', 'Widget/Preview').length).toBeGreaterThan(0));
  await userEvent.click(screen.getByRole('radio', { name: 'Light' }));
  await waitFor(() =>
    expect(sent('POST', 'Widget/Preview').at(-1)?.body).toMatchObject({ theme: 1, customerId: 'bay' }),
  );
  const before = sent('POST', 'Widget/Preview').length;
  const ready = (source: Window | null, origin = window.location.origin) =>
    window.dispatchEvent(
      new MessageEvent('message', { data: { type: 'allclear-widget-ready' }, origin, source }),
    );
  ready(window);
  ready(frame.contentWindow, 'https://elsewhere.example');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(sent('POST', 'Widget/Preview')).toHaveLength(before);
  ready(frame.contentWindow);
  await waitFor(() => expect(sent('POST', 'Widget/Preview').length).toBeGreaterThan(before));
});

it('an existing widget is updated and stays open', async () => {
  api.answers['PUT Widget/w1'] = (body) => ({
    data: { ...exampleWidget, ...(body as object), revision: 4 },
  });
  show();
  await rename('For everybody');
  await click('Save Widget');
  expect(await screen.findByText('Widget updated successfully.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'For everybody' })).toBeTruthy();
  expect(sent('PUT', 'Widget/w1')[0]?.body).toMatchObject({ name: 'For everybody', revision: 3 });
});

it('a refused save has its sentence, the text of the server, and the errors at their fields', async () => {
  api.answers['PUT Widget/w1'] = {
    status: 400,
    responseException: {
      ...{ code: 'bad-input', message: 'Not so.', errors: { Width: ['The width is wrong.'] } },
    },
  };
  show();
  await rename('Other');
  await click('Save Widget');
  expect((await screen.findAllByText(/Unable to update widget\. .*The width is wrong\./)).length).toBe(1);
  expect(screen.getByRole('textbox', { name: 'Width' }).getAttribute('aria-invalid')).toBe('true');
});

it('when somebody else changed it the save is refused, says what changed, and can be made again', async () => {
  api.answers['PUT Widget/w1'] = () => {
    api.answers['GET Widget/w1'] = { data: { ...exampleWidget, headerMessage: 'Their words', revision: 4 } };
    return { status: 409, responseException: { code: 'conflict', message: 'Changed meanwhile.' } };
  };
  show();
  await rename('Ours');
  await click('Save Widget');
  const changed = await screen.findByText('This widget was changed meanwhile');
  expect(changed.closest('[role=alert]')?.textContent).toContain('Message: Welcome → Their words');
  expect((await screen.findAllByText(/Somebody else changed this widget meanwhile/)).length).toBeGreaterThan(
    0,
  );
  api.answers['PUT Widget/w1'] = (body) => ({ data: { ...exampleWidget, ...(body as object), revision: 5 } });
  await click('Save Widget');
  expect(await screen.findByText('Widget updated successfully.')).toBeTruthy();
  expect(sent('PUT', 'Widget/w1').at(-1)?.body).toMatchObject({
    ...{ name: 'Ours', headerMessage: 'Their words', revision: 4 },
  });
});

it('shows it as it is now where that is wanted, and that it was deleted', async () => {
  api.answers['PUT Widget/w1'] = () => {
    api.answers['GET Widget/w1'] = { data: { ...exampleWidget, name: 'Theirs', revision: 4 } };
    return { status: 409, responseException: { code: 'conflict', message: 'Changed meanwhile.' } };
  };
  show();
  await rename('Ours');
  await click('Save Widget');
  await click('Show it as it is now');
  expect((await nameField()).value).toBe('Theirs');
  api.answers['PUT Widget/w1'] = () => {
    api.answers['GET Widget/w1'] = missing;
    return missing;
  };
  await rename('Ours');
  await click('Save Widget');
  expect(await screen.findByText('This widget was deleted meanwhile')).toBeTruthy();
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save Widget' });
  await waitFor(() => expect(save.disabled).toBe(true));
});

it('is deleted after a question; a refusal closes it with the text of the server', async () => {
  api.answers['DELETE Widget/w1'] = {
    ...{ status: 503, responseException: { code: 'unavailable', message: 'Not now.' } },
  };
  show();
  await click('Delete Widget');
  const name = 'Delete Oak Field for parents?';
  const question = await screen.findByRole('dialog', { name });
  expect(question.textContent).toContain(
    'Widget will be permanently deleted! Only delete if you are certain you no longer need this widget.',
  );
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Unable to delete widget. Not now.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());
  api.answers['DELETE Widget/w1'] = { data: { id: 'w1' } };
  await click('Delete Widget');
  await click('Delete');
  expect(await screen.findByText('Page widgets')).toBeTruthy();
});

it('asks before a link leads away from changes', async () => {
  show();
  await rename('Other');
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
  const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Keep Editing' }));
  expect((await nameField()).value).toBe('Other');
  await userEvent.click(screen.getByRole('link', { name: 'Back to Widgets' }));
  await click('Discard');
  expect(await screen.findByText('Page widgets')).toBeTruthy();
});

it('an expiration is in the time of the place; No Expiration? clears it', async () => {
  api.answers['PUT Widget/w1'] = (body) => ({ data: { ...exampleWidget, ...(body as object) } });
  show();
  const none = await screen.findByRole<HTMLInputElement>('switch', { name: 'No Expiration?' });
  expect(none.checked).toBe(true);
  await userEvent.click(none);
  const field = await screen.findByLabelText(/^Expiration date and time/);
  await userEvent.type(field, '2126-07-05T15:42');
  expect(screen.getByText('In the time of Oak Field, America/Chicago: until 3:42 PM CDT')).toBeTruthy();
  await click('Save Widget');
  await waitFor(() =>
    expect(sent('PUT', 'Widget/w1')[0]?.body).toMatchObject({
      headerMessageExpiration: '2126-07-05T20:42:00.000Z',
    }),
  );
  await userEvent.click(none);
  expect(screen.queryByLabelText(/^Expiration date and time/)).toBeNull();
});

it('what is gone since it was saved is said', async () => {
  api.answers['GET Widget/w1'] = {
    data: { ...exampleWidget, orgLocId: null, problems: ['The location of this widget was deleted.'] },
  };
  show();
  const problems = await screen.findByRole('list', { name: 'Problems of this widget' });
  expect(problems.textContent).toBe('The location of this widget was deleted.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Widget' }).disabled).toBe(true);
  cleanup();
  show('/widgets/bay/w9');
  expect(await screen.findByRole('heading', { name: 'There is no such widget' })).toBeTruthy();
});
