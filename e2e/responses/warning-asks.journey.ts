import { expect, type OwnLocation, signIn, test, withoutPolicies } from '../journey.ts';
import { expectAccessible, expectEasyToTouch, expectFine, expectNoSidewaysScroll } from '../page-checks.ts';
import type { ServerUnderTest } from '../server-under-test.ts';

const stadium = { label: 'Stadium', latitude: 28.0, longitude: -82.5 };
/** Seven minutes are 21 s: signing in and setting up are done by then. */
const strikes = [7, 9];

test.use({
  weather: {
    // A minute until a step takes three seconds.
    speed: 20,
    story: {
      places: [stadium],
      flashes: strikes.map((minute) => ({
        minute,
        latitude: stadium.latitude + 0.072,
        longitude: stadium.longitude,
      })),
      outages: [],
      minutes: 90,
    },
  },
  // The archive has no weather-service alerts: the server says that it does not know.
  expectedMessages: /status of 503 .*\/api\/(location\/(Delay|LightningTape)|Advisory)/,
});

interface Person {
  readonly id: string;
  readonly fullName: string;
  readonly email: string | null;
  readonly siteId: string | null;
}
interface Step {
  readonly target: string;
  readonly dueUtc: string;
  readonly taken: { readonly atUtc: string; readonly listed: number; readonly notified: number } | null;
}
interface View {
  readonly asked: number;
  readonly read: number;
  readonly inside: number;
  readonly help: number;
  readonly noResponse: number;
  readonly steps: readonly Step[];
}
interface Mail {
  readonly address: string;
  readonly subject: string;
  readonly html: string;
}
interface Request {
  readonly id: string;
  readonly headline: string;
  readonly isDrill: boolean;
  readonly organizationLocationName: string | null;
}

/** A policy that asks, and three steps: a person, a group, the desk. */
async function setUp(server: ServerUnderTest) {
  const people = await server.api<Person[]>('GET', 'user/customer');
  const of = (role: Parameters<ServerUnderTest['account']>[0]) =>
    people.find(({ email }) => email === server.account(role).email)!;
  const groups = await server.api<{ id: string; name: string }[]>('GET', 'site');
  const group = groups.find(({ name }) => name === 'Athletics')!;
  await withoutPolicies(server);
  const steps = [
    { target: { kind: 'person', id: of('Admin').id }, afterMinutes: 1 },
    { target: { kind: 'group', id: group.id }, afterMinutes: 1 },
    { target: { kind: 'desk' }, afterMinutes: 1 },
  ];
  await server.api('PUT', 'Response/Escalation', { steps, revision: 0 });
  await server.api('POST', 'policy', {
    ...{
      policyTypeShortName: 'LR1',
      threshold: 10,
      allClearMinutes: 10,
      allGroups: true,
      asksResponse: true,
    },
    notificationActions: [{ allClear: false, message: 'Go inside.' }, { allClear: true }],
  });
  return { byLink: of('Super Admin'), byCard: of('Assistant Admin'), silent: of('Admin'), group };
}

test('a warning that asks: one responds by the link, one by the card, and who does not is passed on to a person, a group and the desk', async ({
  page,
  browser,
  server,
}, info) => {
  test.setTimeout(120_000);
  const { byLink, byCard, silent, group } = await setUp(server);
  const locations = await server.api<OwnLocation[]>('GET', 'location');
  const location = locations.find(({ label }) => label === stadium.label)!;
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, server, server.account('Assistant Admin'));
  const bar = page.getByRole('region', { name: 'A response is asked for' });
  await expect(bar).toHaveCount(0);

  const requests = () => server.api<Request[]>('GET', 'Response/Warnings');
  await expect.poll(async () => (await requests()).length, { timeout: 60_000, intervals: [100] }).toBe(1);
  const [{ id, headline } = { id: '', headline: '' }] = await requests();
  const view = () => server.api<View>('GET', `Response/Request/${id}`);
  // The weather is replayed: it is marked, and asks as a drill.
  expect(await requests()).toMatchObject([{ isDrill: true, organizationLocationName: stadium.label }]);
  expect(headline).toMatch(/^REPLAYED: Lightning /);

  await test.step('by the link of the email, on a phone without a sign-in', async () => {
    const linkOf = async () => {
      const mails = await server.api<Mail[]>('GET', 'Mailbox');
      const mail = mails.find(({ address, html }) => html.includes('/respond#') && address === byLink.email);
      return /\/respond#([^"]+)"/.exec(mail?.html ?? '')?.[1] ?? null;
    };
    await expect.poll(linkOf, { timeout: 30_000, intervals: [100] }).not.toBeNull();
    const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true });
    const linked = await phone.newPage();
    await linked.goto(`${server.url}/respond#${await linkOf()}`);
    await expect(linked.getByRole('heading', { name: headline })).toBeVisible();
    await expectEasyToTouch(linked.getByRole('button', { name: 'I need help' }));
    await linked.screenshot({ path: info.outputPath('link-360.png'), fullPage: true });
    expect((await view()).inside).toBe(0);
    await linked.getByLabel('Where are you?').fill('North gym');
    await linked.getByRole('button', { name: 'We are inside' }).click();
    await expect(linked.getByText('You responded: We are inside at North gym.')).toBeVisible();
    await expectFine(linked, 'a response to a warning by its link');
    await phone.close();
  });

  await test.step('by the card', async () => {
    await expect(bar.getByRole('heading', { name: headline })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: info.outputPath('card-360.png') });
    await bar.getByRole('button', { name: 'I need help' }).click();
    await expect(bar.getByText(/^You responded: I need help\. The desk was notified\./)).toBeVisible();
    await expectAccessible(page, 'help was asked for', 'html', ['light']);
    // What people say changes nothing of the place.
    expect((await server.lightningOf(location.id)).kind).not.toBe('clear');
  });

  await test.step('the silent ones are passed on in three steps, in their order', async () => {
    await expect
      .poll(async () => (await view()).steps.map(({ taken }) => taken !== null), { timeout: 60_000 })
      .toEqual([true, true, true]);
    const { steps, ...tally } = await view();
    expect(steps.map(({ target }) => target)).toEqual([silent.fullName, group.name, 'The desk']);
    const times = steps.map(({ taken }) => Date.parse(taken!.atUtc));
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    for (const { taken, dueUtc } of steps)
      expect(Date.parse(taken!.atUtc)).toBeGreaterThanOrEqual(Date.parse(dueUtc));
    expect(tally).toMatchObject({ inside: 1, help: 1, read: 0 });
    expect(tally.noResponse).toBe(tally.asked - 2);
    const { people } = await server.api<{ people: { id: string }[] }>(
      'GET',
      `Response/Request/${id}/People?kind=none`,
    );
    expect(people.map((one) => one.id)).toContain(silent.id);
    for (const responded of [byLink, byCard]) expect(people.map((one) => one.id)).not.toContain(responded.id);
    const lists = (await server.api<Mail[]>('GET', 'Mailbox')).filter(({ subject }) =>
      subject.includes('not responded'),
    );
    expect(lists.length).toBeGreaterThan(0);
    for (const { html } of lists) expect(html).toContain(silent.fullName);
    // The second strike was of the same event.
    expect(await requests()).toHaveLength(1);
  });

  await test.step('the desk sees it', async () => {
    await page.context().clearCookies();
    await signIn(page, server, server.account('Admin'), '/MassNotify');
    await page.getByRole('radiogroup', { name: 'Show' }).getByText('Warnings', { exact: true }).click();
    const row = page
      .getByRole('list', { name: 'Warnings that ask' })
      .locator('> li')
      .filter({ hasText: headline });
    await expect(row).toContainText('Drill: the weather is not live');
    await expect(row.getByRole('list', { name: `Responses: ${headline}` })).toContainText('Need help 1');
    await expect(row.getByText(new RegExp(`^${byCard.fullName}.*place not said`))).toBeVisible();
    await row.getByText(/^Escalation:/).click();
    await expect(row.getByText(/passed on .*, \d without a response/)).toHaveCount(3);
    await expectFine(page, 'warnings that ask, for the desk');
    await row.screenshot({ path: info.outputPath('desk-1440.png') });
  });
});
