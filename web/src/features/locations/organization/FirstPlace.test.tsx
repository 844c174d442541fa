import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import FirstPlace from './FirstPlace.tsx';

let api: StandInApi;
const place = {
  id: 'p1',
  name: 'Field',
  address: '',
  latitude: 28.1,
  longitude: -82.4,
  usesNewPolicy: false,
};
const stored = {
  data: { id: 'p1', message: 'Location added', organizationLocation: { ...place, revision: 3 } },
};
const lost = { status: 503, responseException: { code: 'unavailable', message: 'Not now.' } };

beforeAll(() => {
  configure({ asyncUtilTimeout: 15_000 });
  Element.prototype.scrollIntoView = () => undefined;
});
beforeEach(async () => {
  api = await openStandInApi({
    'POST organizationLocation/Add': stored,
    'POST organizationLocation/Update': stored,
    'POST location/Add': lost,
  });
});
afterEach(async () => {
  cleanup();
  await api.close();
});

const sent = () =>
  api.requests.filter(({ method, path }) => method === 'POST' && /Location\/|location\//.test(path));

it('the organization has the place and its user watches it; a try after a failure in between adds no second one', async () => {
  let saved: string | undefined;
  render(api.wrap(<FirstPlace onSaved={(id) => (saved = id)} onSkip={() => undefined} />));
  const save = screen.getByRole('button', { name: 'Save' });
  await userEvent.click(save);
  expect(await screen.findByRole('link', { name: 'Name is required' })).toBeTruthy();
  expect(sent()).toEqual([]);
  await userEvent.type(screen.getByLabelText(/^Name/), 'Field');
  fireEvent.change(screen.getByLabelText('Latitude'), { target: { value: '28.1' } });
  fireEvent.change(screen.getByLabelText('Longitude'), { target: { value: '-82.4' } });
  await userEvent.click(save);
  expect(await screen.findByText('Not now.')).toBeTruthy();
  expect(saved).toBeUndefined();
  api.answers['POST location/Add'] = { data: { id: 'l1', message: 'Location added' } };
  await userEvent.click(save);
  await waitFor(() => expect(saved).toBe('l1'));
  expect(sent().map(({ path }) => path)).toEqual([
    ...['organizationLocation/Add', 'location/Add'],
    ...['organizationLocation/Update', 'location/Add'],
  ]);
  expect(sent()[2]?.body).toEqual({ id: 'p1', revision: 3 });
  expect(sent()[3]?.body).toMatchObject({
    ...{ label: 'Field', organizationLocationId: 'p1', latitude: 28.1, longitude: -82.4 },
    ...{ radius1: 10, allClearMinutes: 30, flags: 0 },
  });
});
