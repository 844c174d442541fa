import { openStandInDns } from '@allclear/adapters/dns/stand-in-dns.ts';
import { freePort } from '@allclear/server/test/run-server.ts';
import { type OidcIssuer, openOidcIssuer } from '@allclear/server/test/single-sign-on/oidc-issuer.ts';
import {
  openSamlProvider,
  type SamlProviderStandIn,
} from '@allclear/server/test/single-sign-on/saml-provider.ts';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts';
import { openServer, type ServerUnderTest } from '../server-under-test.ts';

/** The server has providers of its own beside it: pages visit them, which no other journey may. */
let server: ServerUnderTest;
let dns: Awaited<ReturnType<typeof openStandInDns>>;
let google: OidcIssuer;
let issuer: OidcIssuer;
let saml: SamlProviderStandIn;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const googlePort = await freePort();
  dns = await openStandInDns();
  server = await openServer({
    speed: 1,
    story: null,
    env: {
      ALLCLEAR_ALLOW_PRIVATE_ADDRESSES: 'true',
      ALLCLEAR_GOOGLE_ISSUER: `http://localhost:${googlePort}`,
      ALLCLEAR_DNS_SERVERS: dns.address,
    },
  });
  const callback = `${server.url}/identity/sso/callback`;
  google = await openOidcIssuer(callback, googlePort);
  issuer = await openOidcIssuer(callback);
  const { id } = await server.api<{ id: string }>('GET', 'Customer');
  saml = await openSamlProvider(`${server.url}/identity/sso/saml/${id}`, server.url);
});
test.afterAll(async () => {
  await server?.close();
  for (const one of [google, issuer, saml, dns]) await one?.close();
});

const sizes = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];

async function expectFine(page: Page, state: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, `${state}, ${size.width} px`);
  }
}

/** A new browser at the sign-in page, which has been given an address. */
async function typed(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(server.url);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  return page;
}

async function signedIn(browser: Browser, email: string, name: string): Promise<void> {
  const page = await typed(browser, email);
  await page.getByRole('link', { name: `Continue with ${name}` }).click();
  await expect(page.getByRole('button', { name: /User menu of/ })).toBeVisible();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('SSO configuration updated successfully').last()).toBeVisible();
  await page.getByRole('button', { name: 'Close message' }).last().click();
}

async function choose(page: Page, provider: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Provider' }).click();
  await page.getByRole('option', { name: provider, exact: true }).click();
}

test('SSO of three kinds, then required', async ({ browser }) => {
  // Eight browsers one after the other, on a machine that may be busy.
  test.setTimeout(240_000);
  const admin = server.account('Admin');
  const customer = server.account('Customer');
  const domain = admin.email.split('@')[1] ?? '';
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${server.url}/Integrations`);
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password').fill(admin.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Manage SSO Configuration' }).click();
  await expect(page.getByRole('heading', { name: 'Single sign-on', exact: true })).toBeVisible();

  await page.getByRole('textbox', { name: 'Domain', exact: true }).fill(domain);
  await page.getByRole('button', { name: 'Add domain' }).click();
  const row = page.getByRole('list', { name: 'Domains' }).getByRole('listitem');
  const record = /allclear-verify=\S+/.exec(await row.innerText())?.[0] ?? '';
  await page.getByRole('button', { name: `Check ${domain}` }).click();
  await expect(page.getByRole('alert').getByText(/has no TXT record/)).toBeVisible();
  dns.records.set(domain, [[record]]);
  await page.getByRole('button', { name: `Check ${domain}` }).click();
  await expect(row.getByText('Proven', { exact: true })).toBeVisible();
  await expectFine(page, 'single sign-on');

  await page.getByLabel('Name on the sign-in page').fill('Bay Google');
  await page.getByLabel('Client ID').fill(google.clientId);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('link', { name: 'Client secret is required' })).toBeVisible();
  await page.getByLabel('Client secret').fill(google.clientSecret);
  await save(page);
  const person = { sub: 'g1', email: customer.email, email_verified: true };
  google.person = { ...person, hd: domain };
  await signedIn(browser, customer.email, 'Bay Google');

  await choose(page, 'OpenID Connect');
  await page.getByLabel('Name on the sign-in page').fill('Bay OpenID');
  await page.getByLabel('Issuer').fill(issuer.issuer);
  await page.getByLabel('Client ID').fill(issuer.clientId);
  await page.getByLabel('Client secret').fill(issuer.clientSecret);
  await save(page);
  issuer.person = { ...person, sub: 'o1' };
  await signedIn(browser, customer.email, 'Bay OpenID');

  await choose(page, 'SAML');
  await page.getByLabel('Name on the sign-in page').fill('Bay SAML');
  await page.getByLabel('Provider entity ID').fill(saml.entityId);
  await page.getByLabel('Metadata URL').fill(saml.metadataUrl);
  await expect(page.getByLabel('Callback URL', { exact: true })).toHaveValue(/\/identity\/sso\/saml\//);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the Callback URL' }).click();
  await expect(page.getByText('Callback URL copied to clipboard')).toBeVisible();
  await save(page);
  await expectFine(page, 'single sign-on by SAML');
  saml.nameId = customer.email;
  await signedIn(browser, customer.email, 'Bay SAML');

  await page.getByRole('switch', { name: /Require SSO/ }).press('Space');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('group').getByText(/Test the sign-in yourself first/)).toBeVisible();
  await page.getByRole('switch', { name: /Require SSO/ }).press('Space');
  saml.nameId = admin.email;
  await page.getByRole('button', { name: 'Test sign-in' }).click();
  await expect(page.getByText('You have signed in through this provider')).toBeVisible();
  expect(page.url()).toBe(`${server.url}/Integrations/SSO`);
  await page.getByRole('switch', { name: /Require SSO/ }).press('Space');
  await save(page);

  const refused = await typed(browser, customer.email);
  await expectFine(refused, 'the way to sign in');
  await refused.getByText('Sign in with a password').click();
  await refused.getByLabel('Password').fill(customer.password);
  await refused.getByRole('button', { name: 'Sign in' }).click();
  await expect(refused.getByText(/Your organization requires its own sign-in/)).toBeVisible();
  const chief = server.account('Super Admin');
  const way = await typed(browser, chief.email);
  await way.getByText('Sign in with a password').click();
  await way.getByLabel('Password').fill(chief.password);
  await way.getByRole('button', { name: 'Sign in' }).click();
  await expect(way.getByText(/authenticator app/i).first()).toBeVisible();
});
