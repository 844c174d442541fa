// Over 300 lines: storing, refusing, drawing and mailing share the same planted texts.
import { browserLaunch } from '@allclear/server/test/browser-launch.ts';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, call, inParallel, later } from './calls.ts';
import { markup } from './markup-corpus.ts';
import { addOrganization, addPerson, type Organization, password } from './organizations.ts';
import { forecastBody, policyBody, riskBody, workRestBody } from './records/sample-bodies.ts';
import { authorizationUrl } from './sign-in-form.ts';
import type { Attacked } from './under-attack.ts';

const place = { latitude: 44, longitude: -110 };
const marker = 'qzmarkup';

type Send = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** What a page must not do, collected over all pages of the browser. */
interface Complaints {
  readonly list: string[];
}

export function attackWithMarkup(attacked: Attacked): void {
  let origin: string;
  let ours: Organization;
  let key: string;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const complaints: Complaints = { list: [] };

  beforeAll(async () => {
    const { main, store } = attacked();
    origin = main.url;
    ours = await addOrganization(origin, store, marker);
    key = ours.people['super-admin'].key;
    browser = await chromium.launch(browserLaunch);
    context = await openContext(browser, origin, complaints);
    page = await context.newPage();
  });
  afterAll(() => browser?.close());

  const sendBy =
    (by: string): Send =>
    (method, path, body) =>
      call(origin, { method, path: `/api/${path}`, key: by, body });
  const send: Send = (...request) => sendBy(key)(...request);
  /** Writes are counted by person: each field has one of its own, who owns the location that it changes. */
  const newPerson = async () => {
    const { store } = attacked();
    const person = await addPerson(store, ours.id, { role: 'super-admin', name: marker });
    location = await ours.make('location', person);
    return sendBy(person.key);
  };
  let location = '';

  /** Fields of free text: the request that writes one, and how the text comes back. */
  const fields: [string, (text: string, send: Send) => Promise<Answer>, string | null][] = [
    [
      'label of a location',
      (text, send) => send('POST', 'location/Update', { id: location, label: text }),
      'label',
    ],
    [
      'address of a location',
      (text, send) => send('POST', 'location/Update', { id: location, locationName: text }),
      'locationName',
    ],
    [
      'name of a group',
      (text, send) => send('POST', 'site/update', { id: ours.ids.group, name: text }),
      'name',
    ],
    [
      'name of a policy',
      (text, send) => send('PATCH', 'policy', { id: ours.ids.policy, name: text }),
      'name',
    ],
    [
      'text of a policy',
      (text, send) =>
        send('PATCH', 'policy', { id: ours.ids.policy, notificationActions: [{ message: text }] }),
      'message',
    ],
    [
      'first name',
      (text, send) =>
        send('POST', 'notificationuser/update', { id: ours.ids.notificationUser, firstName: text }),
      'firstName',
    ],
    [
      'last name',
      (text, send) =>
        send('POST', 'notificationuser/update', { id: ours.ids.notificationUser, lastName: text }),
      'lastName',
    ],
    [
      'email address',
      (text, send) => send('POST', 'notificationuser/update', { id: ours.ids.notificationUser, email: text }),
      'email',
    ],
    [
      'phone number',
      (text, send) =>
        send('POST', 'notificationuser/update', { id: ours.ids.notificationUser, phoneNumber: text }),
      'phoneNumber',
    ],
    [
      'time zone',
      (text, send) =>
        send('POST', 'notificationuser/update', { id: ours.ids.notificationUser, timeZone: text }),
      'timeZone',
    ],
    ['name of a risk profile', (text, send) => send('POST', 'RiskProfile', riskBody(text)), 'name'],
    [
      'texts of a work/rest profile',
      (text, send) => send('POST', 'WorkRest/Profiles', workRestBody(text)),
      'customStopText',
    ],
    [
      'name of a strike feed',
      (text, send) => send('POST', 'ingest/feeds', { name: text, vouches: false }),
      'name',
    ],
    [
      'name of a station',
      (text, send) =>
        send('POST', 'WeatherStation', { name: text, organizationLocationId: ours.ids.organizationLocation }),
      'name',
    ],
    [
      'model of a station',
      (text, send) =>
        send('POST', 'WeatherStation', {
          name: 'x',
          model: text,
          organizationLocationId: ours.ids.organizationLocation,
        }),
      'model',
    ],
    [
      'type of a forecast',
      (text, send) => send('POST', 'ProactiveForecast', { ...forecastBody('x'), forecastTypeName: text }),
      'name',
    ],
    [
      'headline of a forecast',
      (text, send) => send('POST', 'ProactiveForecast', { ...forecastBody('x'), headline: text }),
      'headline',
    ],
    [
      'color of a forecast',
      (text, send) => send('POST', 'ProactiveForecast', { ...forecastBody('x'), color: text }),
      'color',
    ],
    [
      'color of a risk level',
      (text, send) =>
        send('POST', 'RiskProfile', {
          ...riskBody(`c ${text}`),
          riskLevels: riskBody('c').riskLevels.map((level) => ({ ...level, color: text })),
        }),
      null,
    ],
    ['address of a webhook', (text, send) => send('POST', 'Webhook', { url: text }), 'url'],
    [
      'endpoint of a browser',
      (text, send) =>
        send('POST', 'Settings/Push', {
          endpoint: text,
          keys: {
            p256dh: Buffer.alloc(65, 4).toString('base64url'),
            auth: Buffer.alloc(16, 1).toString('base64url'),
          },
        }),
      null,
    ],
    [
      'name of a shelter',
      (text, send) =>
        send('PUT', `RollCall/Shelter/${ours.ids.shelter}`, {
          name: text,
          capacity: null,
          minutesToReach: 3,
        }),
      'name',
    ],
    [
      'name of a group of roll-calls',
      (text, send) => send('PUT', `RollCall/Group/${ours.ids.rollCallGroup}`, { name: text, expected: 3 }),
      'name',
    ],
    ['style of the map', (text, send) => send('POST', 'Settings/Map', { baseLayerStyle: text }), null],
  ];

  test.each(fields)(
    '%s: each text is either stored as it is or refused in words',
    async (_name, write, field) => {
      const wrong: string[] = [];
      const sendAsOne = await newPerson();
      await inParallel(markup, 4, async (text) => {
        const answer = await write(text, sendAsOne);
        const refusal = answer.status >= 400 ? JSON.parse(answer.text).responseException : null;
        if (refusal !== null) {
          const isInWords = [400, 409].includes(answer.status) && /^[A-Z].{8,}/.test(refusal.message);
          if (!isInWords) wrong.push(`${text}: ${answer.status} ${answer.text.slice(0, 200)}`);
        } else if (field === null || !valuesOf(JSON.parse(answer.text).data, field).includes(text.trim())) {
          wrong.push(
            `${text} became ${JSON.stringify(field === null ? answer.text.slice(0, 100) : valuesOf(JSON.parse(answer.text).data, field))}`,
          );
        }
        if (answer.headers.get('content-type') !== 'application/json; charset=utf-8')
          wrong.push(`${text}: ${answer.headers.get('content-type')}`);
      });
      expect(wrong).toEqual([]);
    },
  );

  test('messages of forecasts keep only harmless elements, as a browser reads them', async () => {
    const kept: string[] = [];
    const sendAsOne = await newPerson();
    for (const text of markup) {
      const { status, text: answer } = await sendAsOne('POST', 'ProactiveForecast', {
        ...forecastBody('rich'),
        message: `<p>before</p>${text}<p>after</p>`,
      });
      if (status === 200) kept.push(JSON.parse(answer).data.messages[0].message);
      else expect(JSON.parse(answer).responseException.errors.Message, text).toHaveLength(1);
    }
    expect(kept.length).toBeGreaterThan(5);
    await page.goto(`${origin}/api/docs/`);
    const odd = await page.evaluate(
      (messages) =>
        messages.flatMap((message) =>
          [...new DOMParser().parseFromString(message, 'text/html').body.querySelectorAll('*')].flatMap(
            (element) => {
              const allowed = ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'a', 'h3', 'h4'];
              const isOdd =
                !allowed.includes(element.localName) ||
                element.getAttributeNames().some((name) => !['href', 'rel', 'target'].includes(name)) ||
                (element.hasAttribute('href') &&
                  !/^(https:\/\/|mailto:)/.test(element.getAttribute('href') ?? ''));
              return isOdd ? [element.outerHTML] : [];
            },
          ),
        ),
      kept,
    );
    expect(odd).toEqual([]);
  });

  test('on every page text is text: nothing runs, nothing is loaded from elsewhere, nothing is parsed', async () => {
    await plant(attacked, ours);
    await signIn(page, origin, ours.people['super-admin'].email);
    const shown: [string, RegExp, number][] = [
      ['/', /<script data-attack>/, 1],
      ['/Policies', /data-attack/, 5],
      ['/heat-profiles', /data-attack/, 1],
      ['/ProactiveForecasts', /data-attack/, 1],
      ['/Notifications', /data-attack/, 5],
      ['/NotificationSettings', /^/, 0],
      ['/Mailbox', /data-attack/, 1],
      ['/live-radar', /^/, 0],
      [`/Historical/${ours.ids.station}`, /^/, 0],
    ];
    for (const [path, text, times] of shown) {
      await goWithin(page, path);
      await expectText(page, text, times, path);
    }
    expect(complaints.list).toEqual([]);
  }, 120_000);

  test('markup in an address goes nowhere, on our pages and on those of the sign-in', async () => {
    const some = markup.filter((_, index) => index % 10 === 0);
    for (const text of some) {
      const encoded = encodeURIComponent(text);
      for (const path of [`/nothing/${encoded}`, `/?id=${encoded}#${encoded}`, `/Historical/${encoded}`]) {
        await goWithin(page, path);
        await later(100);
        await expectNothingParsed(page);
      }
    }
    const stranger = await openContext(browser, origin, complaints);
    const form = await stranger.newPage();
    for (const text of some) {
      const encoded = encodeURIComponent(text);
      await visit(
        form,
        `${origin}/identity/auth?client_id=${encoded}&redirect_uri=${encoded}&scope=${encoded}`,
      );
      await visit(form, `${origin}/identity/sign-in/${encoded}`);
      await visit(form, `${authorizationUrl(origin, origin)}&login_hint=${encoded}`);
      expect(await form.getByLabel('Email').inputValue()).toBe(text.replaceAll(/[\r\n]/g, ''));
      await form.getByLabel('Password').fill(text.replaceAll(/[\r\n]/g, ''));
    }
    const first = encodeURIComponent(some[0] ?? '');
    await visit(form, `${origin}/nothing/${first}?x=${first}#${first}`, 'networkidle');
    await visit(
      form,
      `${origin}/callback?error=${first}&error_description=${first}&state=${first}`,
      'networkidle',
    );
    await stranger.close();
    expect(complaints.list).toEqual([]);
  }, 120_000);

  test('the reference of the API shows itself under the policy of all pages', async () => {
    await page.goto(`${origin}/api/docs/`);
    await page.getByRole('heading', { name: /Allclear API/ }).waitFor();
    expect(complaints.list).toEqual([]);
  });

  test('mails contain what people wrote as text only', async () => {
    const { text } = await send('GET', 'Mailbox');
    const mails = JSON.parse(text).data as { html: string; text: string }[];
    expect(mails.length).toBeGreaterThan(5);
    expect(mails.some((mail) => mail.text.includes('data-attack'))).toBe(true);
    const odd = await page.evaluate(
      (all) =>
        all.flatMap((html) =>
          [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('*')].flatMap((element) => {
            const isOdd =
              element.matches(
                '[data-attack], script, iframe, object, embed, form, svg, math, base, link, img',
              ) ||
              element.getAttributeNames().some((name) => name.startsWith('on')) ||
              (element.hasAttribute('href') &&
                !element.getAttribute('href')?.startsWith(window.location.origin));
            return isOdd ? [element.outerHTML.slice(0, 200)] : [];
          }),
        ),
      mails.map(({ html }) => html),
    );
    expect(odd).toEqual([]);
  });
}

/** A browser of its own whose pages are watched. */
async function openContext(browser: Browser, origin: string, { list }: Complaints): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(20_000);
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.log(`content security policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  await context.route(
    (url) => /^https?:$/.test(url.protocol) && url.origin !== origin,
    (route) => {
      list.push(`request elsewhere: ${route.request().url()}`);
      return route.abort();
    },
  );
  context.on('page', (page) => {
    page.on('dialog', (dialog) => {
      list.push(`dialog on ${page.url()}: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('console', (message) => {
      if (/content.security.policy/i.test(message.text())) list.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => list.push(`script on ${page.url()}: ${error.message}`));
  });
  return context;
}

async function signIn(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(origin);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: /User menu of/ }).waitFor();
}

/** Goes to another page of the app as a link does, without another sign-in. */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
}

/** Opens an address; the app may lead on to another of its pages, or to the sign-in. */
async function visit(page: Page, url: string, until: 'load' | 'networkidle' = 'load'): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' }).catch((error: Error) => {
    if (!/ERR_ABORTED|interrupted/.test(error.message)) throw error;
  });
  await page.waitForLoadState(until);
  expect(new URL(page.url()).origin).toBe(new URL(url).origin);
  await expectNothingParsed(page);
}

async function expectNothingParsed(page: Page): Promise<void> {
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll('[data-attack]')].map(({ outerHTML }) => outerHTML),
    ),
  ).toEqual([]);
}

/** Waits until a text is shown so often, and a moment more for what it might start. */
async function expectText(page: Page, text: RegExp, times: number, path: string): Promise<void> {
  const count = async () =>
    (await page.locator('body').innerText()).match(new RegExp(text, 'g'))?.length ?? 0;
  for (let tries = 0; tries < 40 && (await count()) < times; tries++) await later(250);
  expect(await count(), path).toBeGreaterThanOrEqual(times);
  await later(400);
  await expectNothingParsed(page);
}

/** Puts the corpus past all checks into every text that pages show: as if a check had been forgotten. */
async function plant(attacked: Attacked, ours: Organization): Promise<void> {
  const { store, main } = attacked();
  const { pool } = store;
  const { id } = ours;
  const key = ours.people['super-admin'].key;
  const userId = ours.people['super-admin'].id;
  const write = (path: string, body: unknown) =>
    call(main.url, { method: 'POST', path: `/api/${path}`, key, body });
  // As PostgreSQL stores them; lines of mail headers are of another field.
  const texts = markup.filter((text) => !text.includes('\0'));
  for (const [index, text] of texts.entries()) {
    const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    if (index % 6 === 0) {
      await write('ProactiveForecast', { ...forecastBody(`mail ${index}`), message: `<p>${escaped}</p>` });
      await write('location/Add', { label: `${marker} ${index}`, ...place });
      await write('RiskProfile', riskBody(`${marker} risk ${index}`));
    }
    await write('policy', policyBody(`${marker} policy ${index}`, ours.ids.group));
  }
  const set = async (table: string, column: string, where = 'organization_id = $1') => {
    const { rows } = await pool.query<{ id: string }>(
      `select ctid::text as id from ${table} where ${where} order by 1`,
      [id],
    );
    for (const [index, row] of rows.entries())
      await pool.query(`update ${table} set ${column} = $2 where ctid = $1::tid`, [
        row.id,
        texts[index % texts.length],
      ]);
  };
  await set('organizations', 'name', 'id = $1');
  await set('organizations', 'support_email', 'id = $1');
  await set('organizations', 'support_phone', 'id = $1');
  for (const column of ['first_name', 'last_name', 'user_name']) await set('users', column);
  for (const column of ['name', 'address']) await set('organization_locations', column);
  for (const column of ['label', 'location_name']) await set('locations', column);
  await pool.query(`update policies set name = '' where organization_id = $1`, [id]);
  await set('policies', 'name');
  await set('policy_actions', 'message');
  for (const column of ['name', 'model']) await set('stations', column);
  await set('proactive_forecasts', 'type_name');
  const ofForecasts = 'forecast_id in (select id from proactive_forecasts where organization_id = $1)';
  // Messages are HTML: what a browser makes of theirs is attacked above.
  await set('proactive_forecast_messages', 'headline', ofForecasts);
  await set('mailbox', 'subject');
  for (const text of texts) {
    const { rows } = await pool.query<{ id: string }>(
      `insert into notices (organization_id, kind, event_type, correlation_id, subject, text, short, time_zone, at, written_at)
       values ($1, 'test', 0, gen_random_uuid(), $2, $2, $2, 'America/Chicago', (select max(reached_at) from product_clock), now())
       returning id`,
      [id, text],
    );
    await pool.query(
      `insert into notifications (notice_id, organization_id, user_id, at) values ($1, $2, $3, (select max(reached_at) from product_clock))`,
      [rows[0]?.id, id, userId],
    );
  }
}

/** All texts that a field of this name has anywhere in a value. */
function valuesOf(value: unknown, field: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === field && typeof part === 'string' ? [part] : valuesOf(part, field),
  );
}
