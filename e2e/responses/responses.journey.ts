import { randomUUID } from 'node:crypto';
import { expect, signIn, test } from '../journey.ts';
import { expectAccessible, expectEasyToTouch, expectNoSidewaysScroll } from '../page-checks.ts';
import type { ServerUnderTest } from '../server-under-test.ts';

// On the fast server a minute until a step takes three seconds.

interface Person {
  id: string;
  fullName: string;
  email: string | null;
}
interface View {
  asked: number;
  read: number;
  inside: number;
  help: number;
  noResponse: number;
  steps: { taken: { listed: number; notified: number } | null }[];
}
interface Mail {
  address: string;
  subject: string;
  html: string;
}

/** What people can change of places: closures, and thunder that counts. */
const byPeople = async (server: ServerUnderTest) => ({
  closures: await server.api<unknown[]>('GET', 'Closure'),
  reports: await server.api<unknown[]>('GET', 'ThunderReport'),
});

test('a drill asks: one responds by the link, one by the card, and who does not is passed on in three steps', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(120_000);
  const headline = `Practice alarm ${randomUUID().slice(0, 8)}`;
  const before = await byPeople(server);
  const { revision } = await server.api<{ revision: number }>('GET', 'Response/Escalation');
  const desk = { target: { kind: 'desk' }, afterMinutes: 1 };
  await server.api('PUT', 'Response/Escalation', { steps: [desk, desk, desk], revision });
  const people = await server.api<Person[]>('GET', 'user/customer');
  const byCard = people.find(({ email }) => email === server.account('Customer').email)!;
  const [byLink, silent] = people.filter(
    ({ id, email }) => email !== null && id !== byCard.id && email !== server.account('Super Admin').email,
  ) as [Person, Person];
  const sent = await server.api<{ responseRequestId: string }>('POST', 'Communication/Mass/Send', {
    ...{ headline, message: 'Go to the gym now.', senderText: 'The desk', channel: 7, key: randomUUID() },
    ...{ recipients: [byCard.id, byLink.id, silent.id], isDrill: true, asksResponse: true },
    // At whatever hour it runs.
    overridePreferences: true,
  });
  const view = () => server.api<View>('GET', `Response/Request/${sent.responseRequestId}`);
  expect(await view()).toMatchObject({ asked: 3, noResponse: 3 });

  // By the link of the email, on a phone, without a sign-in.
  const linkOf = async ({ email }: Person) => {
    const mails = await server.api<Mail[]>('GET', 'Mailbox');
    const mail = mails.find(({ address, subject }) => subject.includes(headline) && address === email);
    return /\/respond#([^"]+)"/.exec(mail?.html ?? '')?.[1] ?? null;
  };
  await expect.poll(() => linkOf(byLink), { timeout: 60_000 }).not.toBeNull();
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true });
  const linked = await phone.newPage();
  await linked.goto(`${server.url}/respond#${await linkOf(byLink)}`);
  await expect(linked.getByRole('heading', { name: headline })).toBeVisible();
  await expectNoSidewaysScroll(linked);
  await expectEasyToTouch(linked.getByRole('button', { name: 'I need help' }));
  expect(linked.url()).not.toContain('acr_');
  expect((await view()).noResponse).toBe(3);
  await linked.getByLabel('Where are you?').fill('North gym');
  await linked.getByRole('button', { name: 'We are inside' }).click();
  await expect(linked.getByText('You responded: We are inside at North gym.')).toBeVisible();
  await phone.close();

  // By the card, which is on every page.
  await signIn(page, server, server.account('Customer'));
  const bar = page.getByRole('region', { name: 'A response is asked for' });
  await expect(bar.getByRole('heading', { name: headline })).toBeVisible();
  await expectAccessible(page, 'a response that is asked for');
  await bar.getByLabel('Where are you?').fill('Pool house');
  await bar.getByRole('button', { name: 'We are inside' }).click();
  await expect(bar.getByText('You responded: We are inside at Pool house.')).toBeVisible();

  // Who does not respond is passed on, step by step, and the desk sees it.
  await expect
    .poll(async () => (await view()).steps.map(({ taken }) => taken !== null), { timeout: 60_000 })
    .toEqual([true, true, true]);
  const names = (await server.api<Mail[]>('GET', 'Mailbox')).filter(
    ({ subject, html }) => /not responded/.test(subject) && html.includes(headline),
  );
  expect(names.length).toBeGreaterThan(0);
  expect(names.every(({ html }) => html.includes(silent.fullName))).toBe(true);
  expect(await view()).toMatchObject({ asked: 3, inside: 2, help: 0, noResponse: 1 });
  await page.context().clearCookies();
  await signIn(page, server, server.account('Admin'), '/MassNotify');
  await page.getByRole('radiogroup', { name: 'Show' }).getByText('History', { exact: true }).click();
  const row = page
    .getByRole('list', { name: 'History', exact: true })
    .locator('> li')
    .filter({ hasText: headline });
  await expect(row.getByRole('list', { name: `Responses: ${headline}` })).toContainText('No response 1 of 3');
  await row.getByText('Names', { exact: true }).click();
  await expect(row.getByRole('list', { name: 'No response' }).getByRole('listitem')).toHaveCount(1);
  await row.getByText(/^Escalation:/).click();
  await expect(row.getByText(/passed on .*, \d without a response/)).toHaveCount(3);
  await expectAccessible(page, 'the desk’s view of responses');

  // It was a drill: people changed nothing of any place.
  await expect(row).toContainText('Drill');
  expect(await byPeople(server)).toEqual(before);
  await server.api('PUT', 'Response/Escalation', { steps: [], revision: revision + 1 });
  // Nobody is asked any more in the journeys that follow.
  const late = await fetch(`${server.url}/api/public/Response`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await linkOf(silent)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ key: randomUUID(), kind: 'read' }),
  });
  expect(late.status).toBe(200);
  expect(await view()).toMatchObject({ read: 1, inside: 2, noResponse: 0 });
});
