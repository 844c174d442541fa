import { card, expect, signIn, test } from './journey.ts';

// At this speed the limit of three minutes passes in six seconds. Parts of the page may still be loading when
// the server stops.
test.use({
  serviceWorkers: 'allow',
  weather: { speed: 30, story: null },
  expectedMessages: /net::ERR_|status of 503 .*\/api\/|Unable to preload|dynamically imported module/,
});

test('the server goes away: the page says so and covers what it knew; it comes back, and so does the page', async ({
  page,
  server,
}) => {
  await signIn(page, server, server.account('Admin'));
  const lightning = card(page, 'Lightning Status');
  await expect(lightning.getByText('observed through')).toBeVisible();
  const heading = page.getByRole('heading', { level: 1 });
  const label = await heading.innerText();

  await server.kill();
  const lost = page.getByRole('alert').filter({ hasText: 'Connection lost' });
  await expect(lost).toBeVisible();
  await expect(lightning.getByRole('alert')).toHaveText('Lightning status is temporarily unavailable.');
  await expect(lightning.getByText('All Clear')).toHaveCount(0);
  await expect(heading).toHaveText(label);

  await server.startAgain();
  await expect(lost).toHaveCount(0, { timeout: 45_000 });
  await expect(lightning.getByText('observed through')).toBeVisible({ timeout: 45_000 });
  await expect(heading).toHaveText(label);
});
