import { type ReadAlert, readAlert, readFeed, schemaErrors } from '@allclear/server/test/cap/cap-reader.ts';
import { expect, type OwnLocation, signIn, test } from '../journey.ts';
import { expectAccessible } from '../page-checks.ts';

test.use({
  // An hour of weather in a minute, without storms of its own.
  weather: { speed: 60, story: null, env: { ALLCLEAR_SCENARIO: 'quiet' } },
});

test('a reader of the CAP feed follows a storm from the Alert to the all clear', async ({ page, server }) => {
  test.setTimeout(300_000);
  await signIn(page, server, server.account('Admin'), '/Integrations/CAP');
  await page.getByRole('button', { name: 'Make address' }).click();
  const shown = page.getByRole('status', { name: 'The secret address of your feed' });
  const address = await shown.getByRole('textbox').inputValue();
  expect(address).toContain('/api/cap/acc_');
  await expectAccessible(page, 'the page of the CAP feed');

  const seen = new Map<string, { alert: ReadAlert; text: string }>();
  /** Reads the feed and what is new in it, as any CAP reader does. */
  const read = async () => {
    const feed = readFeed(await (await fetch(address)).text());
    for (const { href } of feed.entries) {
      const text = await (await fetch(href)).text();
      const alert = readAlert(text);
      // A document never changes.
      expect(seen.get(alert.identifier)?.text ?? text).toBe(text);
      seen.set(alert.identifier, { alert, text });
    }
    return [...seen.values()].map(({ alert }) => alert);
  };
  expect(await read()).toEqual([]);

  const [place] = await server.api<OwnLocation[]>('GET', 'location');
  await server.api('POST', 'demonstration/Events', { kind: 'storm', locationId: place!.id });
  await expect
    .poll(async () => (await read()).map(({ event, msgType }) => `${event} ${msgType}`), { timeout: 60_000 })
    .toContain('Lightning Alert');
  const first = (await read()).find(({ event }) => event === 'Lightning')!;
  const ofFirst = async () =>
    (await read()).filter(({ identifier }) => identifier.split('.')[0] === first.identifier.split('.')[0]);
  await expect
    .poll(async () => (await ofFirst()).map(({ msgType, responseType }) => `${msgType} ${responseType}`), {
      timeout: 240_000,
      intervals: [200],
    })
    .toContain('Update AllClear');

  const alerts = await read();
  for (const { status, headline } of alerts) {
    expect(status).toBe('Exercise');
    expect(headline).toMatch(/^SIMULATED: /);
  }
  const story = await ofFirst();
  const clear = story.find(({ responseType }) => responseType === 'AllClear')!;
  expect(clear.sent - first.sent).toBeGreaterThanOrEqual(30 * 60_000);
  expect(clear.references.length).toBeGreaterThan(0);
  for (const { references, sent, msgType } of story) {
    expect(msgType === 'Alert').toBe(references.length === 0);
    for (const reference of references) expect(reference.sent).toBeLessThanOrEqual(sent);
  }
  expect(await schemaErrors([...seen.values()].map(({ text }) => text))).toEqual([]);
});
