import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { openStandIn, readBody, type StandIn } from '@allclear/adapters/stand-in-server.ts';
import { expect, signIn, slowWeather, test } from '../journey.ts';
import { expectFine } from '../page-checks.ts';

// The receiver of the journey is on this machine.
test.use({
  weather: { ...slowWeather, env: { ALLCLEAR_ALLOW_PRIVATE_ADDRESSES: 'true' } },
});

/** The shell example of the guide, as it stands there. */
async function keyExample(): Promise<string> {
  const guide = await readFile(new URL('../../docs/integrations.md', import.meta.url), 'utf8');
  const code = /<!-- example: key\.sh -->\n```sh\n([\s\S]*?)```/.exec(guide)?.[1];
  if (code === undefined) throw new Error('The guide has no example of a key.');
  return code;
}

test('a key is made, used by curl, and revoked', async ({ page, server }) => {
  await signIn(page, server, server.account('Admin'), '/Integrations/Keys');
  await page.getByRole('button', { name: 'New API Key' }).click();
  const form = page.getByRole('dialog', { name: 'Add API Key' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('group', { name: 'Please check the form' })).toBeVisible();
  await form.getByRole('textbox', { name: 'Name' }).fill('Scoreboard');
  await form.getByRole('combobox', { name: 'Permissions' }).fill('own locations and their');
  await page.getByRole('option', { name: 'Read own locations and their weather' }).click();
  await page.keyboard.press('Escape');
  await expectFine(page, 'the form of a key');
  await form.getByRole('button', { name: 'Save' }).click();
  const shown = page.getByRole('status', { name: 'Your new API key' });
  const key = await shown.getByRole('textbox').inputValue();
  expect(key).toMatch(/^allclear_[0-9A-Za-z]{49}$/);
  await expectFine(page, 'a new key');
  const keys = page.getByRole('list', { name: 'API keys' });
  const item = keys.locator(':scope > li').filter({ hasText: 'Scoreboard' });
  await expect(item).toContainText(`${key.slice(0, 15)}…`);
  await expect(item).toContainText('not used yet');

  const curl = async () =>
    promisify(execFile)('/bin/sh', ['-c', await keyExample()], {
      env: { ALLCLEAR_KEY: key, ALLCLEAR_URL: server.url },
    });
  const { stdout } = await curl();
  expect(Array.isArray((JSON.parse(stdout) as { data: unknown }).data)).toBe(true);
  await page.reload();
  await expect(item).toContainText('from 127.0.0.1');
  // It is gone from the page.
  expect(await page.content()).not.toContain(key);

  await page.getByRole('button', { name: 'Rotate Scoreboard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await expect(shown).toBeVisible();
  expect(await shown.getByRole('textbox').inputValue()).not.toBe(key);
  await expect(item).toContainText('the key before works until');
  await curl();

  await page.getByRole('button', { name: 'Revoke Scoreboard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(item).toHaveCount(0);
  // That of the demonstration's Super Admin stays.
  await expect(keys).toContainText('Everything that its owner may');
  await expect.poll(() => curl().then(Boolean, () => false), { timeout: 2_000 }).toBe(false);
});

test.describe('a webhook', () => {
  let receiver: StandIn;
  let status = 200;
  const received: { id: string; type: string }[] = [];
  test.beforeAll(async () => {
    receiver = await openStandIn(async (request, response) => {
      const { type } = JSON.parse((await readBody(request)).toString()) as { type: string };
      received.push({ id: String(request.headers['webhook-id']), type });
      response.writeHead(status).end(status === 200 ? 'thanks' : 'no room for it');
    });
  });
  test.afterAll(() => receiver.close());

  test('is tested, fails, and is sent the event again', async ({ page, server }) => {
    await signIn(page, server, server.account('Admin'), '/Integrations/Webhooks');
    await expect(page.getByRole('heading', { name: 'There are no webhooks' })).toBeVisible();
    await page.getByRole('button', { name: 'New Webhook' }).click();
    const form = page.getByRole('dialog', { name: 'Add Webhook' });
    await form.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/siren`);
    await form.getByRole('textbox', { name: 'Name' }).fill('Siren');
    await expectFine(page, 'the form of a webhook');
    await form.getByRole('button', { name: 'Save' }).click();
    const secret = page.getByRole('status', { name: 'The new secret' });
    await expect(secret.getByRole('textbox')).toHaveValue(/^whsec_/);
    await secret.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('button', { name: 'Test Siren' }).click();
    const log = page.getByRole('region', { name: 'Log' });
    const events = log.getByRole('list', { name: 'Events' }).locator(':scope > li');
    await expect(events.filter({ hasText: 'Accepted' }).filter({ hasText: 'Test' })).not.toHaveCount(0);
    expect(received.map(({ type }) => type)).toContain('test');

    // It refuses: the log says what was answered.
    status = 400;
    await page.getByRole('button', { name: 'Test Siren' }).click();
    const failed = events.filter({ hasText: 'Failed' }).filter({ hasText: 'Test' });
    await expect(failed).toHaveCount(1);
    await failed.getByText(/Attempt 1/).click();
    await expect(failed).toContainText('no room for it');
    await expectFine(page, 'the log of a webhook');
    await expect(page.getByRole('list', { name: 'Webhooks' })).toContainText(/Failing|On/);

    // A storm of the demonstration may have sent others.
    const { id } = received.findLast(({ type }) => type === 'test') ?? { id: '' };
    status = 200;
    await failed.getByRole('button', { name: 'Send again: Test' }).click();
    await expect(events.filter({ hasText: 'Failed' }).filter({ hasText: 'Test' })).toHaveCount(0);
    expect(received.filter((event) => event.id === id)).toHaveLength(2);

    await page.getByRole('button', { name: 'New secret of Siren' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Renew the secret of' }).click();
    await expect(secret.getByRole('textbox')).toHaveValue(/^whsec_/);
    await expect(page.getByRole('list', { name: 'Webhooks' })).toContainText('Two secrets sign until');
    await page.getByRole('button', { name: 'Delete Siren' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: 'There are no webhooks' })).toBeVisible();
  });
});
