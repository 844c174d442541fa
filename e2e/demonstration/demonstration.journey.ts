import { card, expect, type OwnLocation, onPhone, signIn, test } from '../journey.ts';
import { expectAccessible } from '../page-checks.ts';

test.use({
  // Without storms of its own: what the band says is what was called.
  weather: { speed: 20, story: null, env: { ALLCLEAR_SCENARIO: 'quiet' } },
  // In an outage the server says that it does not know.
  expectedMessages: /status of 503 .*\/api\/location\/(Delay|LightningTape)/,
});

test('an Admin makes a storm come and then an outage: the band says Stay inside, then We don’t know', async ({
  page,
  server,
}) => {
  await signIn(page, server, server.account('Admin'));
  const band = page.getByRole('region', { name: /^What to do at / });
  await expect(band).toContainText('Clear', { timeout: 60_000 });
  const open = page.getByRole('button', { name: 'Demonstration', exact: true });
  await expect(open).toHaveAttribute('aria-expanded', 'false');
  await open.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: 'Demonstration' });
  const storm = panel.getByRole('button', { name: /^A storm comes/ });
  await expect(storm).toContainText('Stay inside as soon as the first strike is inside 10 mi');
  await expectAccessible(page, 'the demonstration');

  await storm.press('Enter');
  await expect(storm).toContainText(/Running: .+, until \d+:\d\d [AP]M/);
  await expect(storm).toHaveAttribute('aria-disabled', 'true');
  // Two minutes of weather are six seconds.
  await expect(band).toContainText('Stay inside', { timeout: 30_000 });
  const outage = panel.getByRole('button', { name: /^An outage/ });
  await outage.click();
  await expect(outage).toContainText('Running');
  await expect(band).toContainText(/We don.t know/, { timeout: 30_000 });
  await expect(card(page, 'Lightning Status')).not.toContainText(/all clear/i);
  await expectAccessible(page, 'the demonstration at work');

  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(open).toBeFocused();
});

test('nobody below an Admin has it, and the stored events stay', async ({ page, server }) => {
  await signIn(page, server, server.account('Assistant Admin'));
  await expect(page.getByRole('note', { name: 'Weather source' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Demonstration', exact: true })).toHaveCount(0);
  const events = await server.api<{ kind: string; startedBy: string }[]>('GET', 'demonstration/Events');
  expect(events.map(({ kind }) => kind)).toEqual(['outage', 'storm']);
});

onPhone(() => {
  test('on a phone the end of the lightning is one press, and no all clear comes at once', async ({
    page,
    server,
  }) => {
    const [first] = await server.api<OwnLocation[]>('GET', 'location');
    const before = await server.api<{ kind: string; running: boolean }[]>('GET', 'demonstration/Events');
    if (!before.some(({ kind, running }) => kind === 'storm' && running))
      await server.api('POST', 'demonstration/Events', { kind: 'storm', locationId: first!.id });
    await signIn(page, server, server.account('Super Admin'), `/?location=${first!.id}`);
    const lightning = card(page, 'Lightning Status');
    await expect(lightning).toContainText('Last strike', { timeout: 60_000 });
    await page.getByRole('button', { name: 'Demonstration', exact: true }).tap();
    const panel = page.getByRole('region', { name: 'Demonstration' });
    const quiet = panel.getByRole('button', { name: /^All clear/ });
    await quiet.tap();
    await expect(quiet).toContainText('Running');
    await expect(quiet).toContainText('only after 30 minutes of observed quiet');
    await expect(page.getByRole('region', { name: /^What to do at / })).not.toContainText(/Clear/);
    await expect(lightning.getByText('All Clear', { exact: true })).toHaveCount(0);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
  });
});
