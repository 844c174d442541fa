import {
  type InformacastSimulator,
  openInformacastSimulator,
} from '@allclear/adapters/emergency-messaging/stand-in-informacast.ts';
import { expect, type OwnLocation, signIn, test } from '../journey.ts';
import { expectFine } from '../page-checks.ts';

/** The server has its address before the simulator is started. */
const port = 47_391;
let simulator: InformacastSimulator;

test.use({
  // An hour of weather in a minute, without storms of its own.
  weather: {
    ...{ speed: 60, story: null },
    env: { ALLCLEAR_SCENARIO: 'quiet', ALLCLEAR_INFORMACAST_URL: `http://127.0.0.1:${port}` },
  },
  // A wrong token is refused.
  expectedMessages: /422/,
});
test.beforeAll(async () => {
  simulator = await openInformacastSimulator({ port, token: 'a-token-of-informacast' });
});
test.afterAll(() => simulator.close());

interface Place extends OwnLocation {
  readonly organizationLocationId: string | null;
}
interface Named {
  readonly id: string;
  readonly name: string;
}

test('InformaCast from the token to the launch at a storm, and its all clear', async ({ page, server }) => {
  test.setTimeout(400_000);
  await signIn(page, server, server.account('Admin'), '/Integrations');
  await expectFine(page, 'the integrations');
  const card = page.getByRole('region', { name: 'Singlewire - InformaCast' });
  await card.getByRole('button', { name: 'Connect to Singlewire' }).click();
  const token = page.getByRole('dialog', { name: 'Connect to Singlewire' });
  await expect(token.getByRole('button', { name: 'Save' })).toBeDisabled();
  await token.getByLabel('API token').fill('a wrong one');
  await expectFine(page, 'the dialog of the token');
  await token.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Unable to verify Singlewire credentials')).toBeVisible();
  await expect(token.getByText('InformaCast does not accept the token.').first()).toBeVisible();
  await token.getByLabel('API token').fill(simulator.token);
  await token.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Singlewire configuration saved')).toBeVisible();
  await expect(page).toHaveURL(/\/Integrations\/Singlewire$/);
  await expect(page.getByText("You don't have any scenario triggers added")).toBeVisible();
  await expectFine(page, 'the configuration without triggers');

  const locations = await server.api<Place[]>('GET', 'location');
  const location = locations.find((one) => one.organizationLocationId !== null)!;
  const places = await server.api<Named[]>('GET', 'organizationLocation');
  const place = places.find(({ id }) => id === location.organizationLocationId)!;
  const policies = await server.api<{ policyTypeShortName: string; allGroups: boolean; sites: string[] }[]>(
    'GET',
    'policy',
  );
  const groups = await server.api<Named[]>('GET', 'site');
  const lightning = policies.find(({ policyTypeShortName }) => policyTypeShortName === 'LR1')!;
  const group = groups.find(({ id }) => lightning.allGroups || lightning.sites.includes(id))!;

  await page.getByRole('button', { name: 'Add Scenario Trigger' }).click();
  const form = page.getByRole('dialog', { name: 'Add Scenario Trigger' });
  const choose = async (label: string, name: string) => {
    await form.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await choose('Policy Group', group.name);
  await choose('Location', place.name);
  await choose('Scenario', 'Lightning – Seek Shelter');
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
  await choose('Site', 'Main Campus');
  await choose('Scenario for the all clear', 'Weather All Clear');
  await expect(form.getByRole('status')).toHaveText(
    `When Policy Group ${group.name} is triggered at ${place.name} → Trigger Scenario Lightning – Seek Shelter at site Main Campus`,
  );
  await expectFine(page, 'the dialog of a trigger');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Singlewire notification scenario saved')).toBeVisible();

  const table = page.getByRole('table', { name: 'Scenario triggers' });
  await table.getByRole('button', { name: /^Test/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Test' }).click();
  await expect(table).toContainText('Test launched', { timeout: 30_000 });
  expect(JSON.stringify(simulator.launches[0]?.fields)).toContain('This is a test.');
  await expectFine(page, 'the table of triggers');

  const scenarios = () => simulator.launches.slice(1).map(({ scenarioId }) => scenarioId);
  await server.api('POST', 'demonstration/Events', { kind: 'storm', locationId: location.id });
  await expect.poll(scenarios, { timeout: 60_000 }).toContain('scenario-lightning');
  await expect(table).toContainText('Warning launched');
  const [started] = simulator.launches.slice(1);
  expect(started?.fields).toContainEqual({ fieldId: 'field-site', answer: 'Main Campus' });
  await expect.poll(scenarios, { timeout: 240_000 }).toContain('scenario-all-clear');
  await expect(table).toContainText('All clear launched');
  await table.getByRole('button', { name: /^Show the launches/ }).click();
  await expect(page.getByRole('region', { name: 'Launches' })).toContainText('1 attempt');
  await expectFine(page, 'the launches of a trigger');
  await table.getByRole('button', { name: /^Hide the launches/ }).click();

  await table.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Scenario Trigger Deleted')).toBeVisible();
  await expect(page.getByText("You don't have any scenario triggers added")).toBeVisible();
});

test('somebody without the permission comes to the unauthorized page', async ({ page, server }) => {
  await signIn(page, server, server.account('Customer'));
  await page.goto(`${server.url}/Integrations/Singlewire`);
  await expect(page).toHaveURL(/\/Unauthorized$/);
});
