import { GHSA_PROFILE } from '@allclear/domain';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import HeatProfilesPage from './HeatProfilesPage.tsx';

const { id, name, source, intensities, modifiers, matrices } = GHSA_PROFILE;
const published = {
  ...GHSA_PROFILE,
  id,
  name,
  source,
  intensities,
  modifiers,
  matrices,
  isPublished: true,
  revision: 0,
};
const own = {
  ...published,
  id: 'own',
  name: 'Crew',
  source: null,
  isPublished: false,
  useRiskProfile: false,
  riskProfileId: null,
  revision: 3,
  intensities: [{ id: 'hard', name: 'Hard' }],
  matrices: [
    { workRestIntensityId: 'hard', max: 85, workPercent: 0.75 },
    { workRestIntensityId: 'hard', max: null, workPercent: 0 },
  ],
};
const choices = {
  usualProfileId: id,
  defaultProfileId: null,
  locations: [
    { organizationLocationId: 'f', name: 'Field', profileId: 'own' },
    { organizationLocationId: 'p', name: 'Pool', profileId: null },
  ],
};
let api: StandInApi;

// Allows for a busy machine.
beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  api = await openStandInApi({
    'GET WorkRest/Profiles': { data: [published, own] },
    'GET WorkRest/Choices': { data: choices },
    'GET RiskProfile': { data: [] },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});

const show = (permissions = ['heat-profiles:read', 'heat-profiles:write']) =>
  render(api.wrap(<HeatProfilesPage permissions={permissions} />));
const sent = () => api.requests.filter(({ method }) => method !== 'GET').at(-1);

it('says which profile holds where, and that nobody has chosen a default', async () => {
  show();
  const section = within(await screen.findByRole('region', { name: 'Profile of each location' }));
  expect(section.getByText('Nobody has chosen yet')).toBeTruthy();
  expect(section.getByRole<HTMLSelectElement>('combobox', { name: 'Profile of Field' }).value).toBe('own');
  expect(section.getByRole('combobox', { name: 'Profile of Pool' }).textContent).toContain(
    `Like all others: ${name}`,
  );
  expect(screen.getByRole('article', { name }).textContent).toContain(
    'Holds at 1 location without a choice of its own',
  );
  const crew = screen.getByRole('article', { name: 'Crew' });
  expect(crew.textContent).toContain('Holds at Field');
  await userEvent.click(within(crew).getByRole('button', { name: /Show what it says/ }));
  expect(within(crew).getByRole('row', { name: /85.0 °F/ }).textContent).toContain('45 min');
});

it('a choice is saved at once, and a refusal is told', async () => {
  show();
  const select = await screen.findByRole<HTMLSelectElement>('combobox', {
    name: 'Profile of all other locations',
  });
  api.answers['POST WorkRest/Choices'] = {
    data: { message: 'Updated', choices: { ...choices, defaultProfileId: 'own' } },
  };
  api.answers['GET WorkRest/Choices'] = { data: { ...choices, defaultProfileId: 'own' } };
  await userEvent.selectOptions(select, 'own');
  expect(await screen.findByText('Updated')).toBeTruthy();
  expect(sent()?.body).toEqual({ organizationLocationId: null, profileId: 'own' });
  await waitFor(() => expect(select.value).toBe('own'));
  api.answers['POST WorkRest/Choices'] = {
    status: 404,
    responseException: { code: 'not-found', message: 'The profile does not exist.' },
  };
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Profile of Pool' }), 'own');
  expect(await screen.findByText('The profile does not exist.')).toBeTruthy();
});

it('a copy of a published profile is checked, then saved', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: `Copy ${name}` }));
  const form = within(await screen.findByRole('dialog', { name: 'Add Profile' }));
  const end = form.getByRole('textbox', { name: 'End of band 2 of Practice, °F' });
  await userEvent.clear(end);
  await userEvent.type(end, '70');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(
    form.getByRole('link', {
      name: 'Practice: bands must be in order, each ending hotter than the one before',
    }),
  ).toBeTruthy();
  expect(sent()).toBeUndefined();
  await userEvent.clear(end);
  await userEvent.type(end, '86');
  api.answers['POST WorkRest/Profiles'] = { data: { id: 'new', message: 'Saved', profile: own } };
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeTruthy();
  const body = sent()?.body as { name: string; matrices: { max: number | null; workPercent: number }[] };
  expect(body.name).toBe(`${name} (copy)`);
  expect(body.matrices.map(({ max }) => max)).toEqual([81.9, 86, 89.9, 92, null]);
  expect(body.matrices.map(({ workPercent }) => Math.round(workPercent * 60))).toEqual([51, 48, 44, 40, 0]);
});

it('an own profile is changed by its revision; somebody else’s change, unsaved work and removal are told and asked', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Crew' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Profile' }));
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), ' B');
  const meanwhile = 'Somebody else changed this profile meanwhile. Load it again to see what it says now.';
  api.answers['PATCH WorkRest/Profiles'] = {
    status: 409,
    responseException: { code: 'conflict', message: meanwhile },
  };
  await userEvent.click(form.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText(meanwhile)).toBeTruthy();
  expect(sent()?.body).toMatchObject({ id: 'own', revision: 3, name: 'Crew B' });
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
  const question = within(await screen.findByRole('dialog', { name: 'Close without saving?' }));
  await userEvent.click(question.getByRole('button', { name: 'Keep Editing' }));
  await userEvent.click(form.getByRole('button', { name: 'Delete Profile' }));
  const removal = within(await screen.findByRole('dialog', { name: 'Remove Crew' }));
  api.answers['DELETE WorkRest/Profiles/own'] = { data: { id: 'own', message: 'Deleted' } };
  await userEvent.click(removal.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Deleted')).toBeTruthy();
});

it('without the permission it is read only, and a failure is told with a way to try again', async () => {
  show(['heat-profiles:read']);
  await screen.findByRole('region', { name: 'Profile of each location' });
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.queryByRole('button', { name: /Add|Edit|Copy/ })).toBeNull();
  cleanup();
  await api.close();
  api = await openStandInApi({});
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('Problem retrieving heat profiles');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('many locations can be searched by name; the default choice stays', async () => {
  const locations = Array.from({ length: 13 }, (_, i) => ({
    organizationLocationId: `l${i}`,
    name: `Field ${i + 1}`,
    profileId: null,
  }));
  api.answers['GET WorkRest/Choices'] = { data: { ...choices, locations } };
  show();
  const section = within(await screen.findByRole('region', { name: 'Profile of each location' }));
  expect(section.getAllByRole('listitem')).toHaveLength(14);
  await userEvent.type(section.getByRole('searchbox', { name: 'Search locations' }), 'field 13');
  await section.findByText('1 of 13 locations');
  expect(section.getAllByRole('combobox').map((one) => one.getAttribute('aria-label'))).toEqual([
    'Profile of all other locations',
    'Profile of Field 13',
  ]);
});
