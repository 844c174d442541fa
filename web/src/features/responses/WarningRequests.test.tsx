import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { minutesAgo } from '../../clock/example-time.ts';
import { exampleView } from './example.ts';
import { WarningRequests } from './WarningRequests.tsx';

let api: StandInApi;
afterEach(async () => {
  cleanup();
  await api.close();
});
const show = () => render(api.wrap(<WarningRequests />));

it('lists warnings that ask with their place and responses, and marks weather that is not live', async () => {
  const one = { id: 'r1', headline: 'Lightning 4 mi from Stadium', isDrill: true, askedUtc: minutesAgo(3) };
  api = await openStandInApi({
    'GET Response/Warnings': { data: [{ ...one, organizationLocationName: 'Stadium' }] },
    'GET Response/Request/r1': { data: exampleView() },
  });
  show();
  expect(await screen.findByRole('heading', { name: 'Lightning 4 mi from Stadium' })).toBeTruthy();
  expect(screen.getByText(/Drill: the weather is not live · Stadium/)).toBeTruthy();
  expect(await screen.findByRole('list', { name: /^Responses: Lightning/ })).toBeTruthy();
});

it('says that nothing is known where there is no answer, and that no warning asked where none did', async () => {
  api = await openStandInApi({});
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('is not known');
  cleanup();
  await api.close();
  api = await openStandInApi({ 'GET Response/Warnings': { data: [] } });
  show();
  expect(await screen.findByText(/No warning has asked for a response/)).toBeTruthy();
});
