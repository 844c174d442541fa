/** The sign-in of installations with single sign-on: the email address first, then how it signs in. */
import { passkeyForm } from '../factors/factor-pages.ts';
import { type Html, html, page, raw } from '../pages/page-markup.ts';

const problem = (error: string | undefined) =>
  error ? html`<p class="error" role="alert" id="error">${error}</p>` : undefined;
const described = (error: string | undefined) => (error ? raw(' aria-describedby="error"') : undefined);

/** Asks for the email address; whether an account has it is not said. */
export function emailPage({
  uid,
  email,
  passkey,
  error,
}: {
  uid: string;
  email: string;
  passkey: object;
  error?: string | undefined;
}): string {
  return page(
    'Sign in',
    html`<h1>Sign in</h1>
${problem(error)}
<form method="post" action="/identity/sign-in/${encodeURIComponent(uid)}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="320" autofocus value="${email}"${described(error)}>
<button type="submit">Continue</button>
</form>
${passkeyForm({ uid, step: 'passkey', label: 'Use a passkey', options: passkey })}`,
    ['webauthn.js', 'passkey.js'],
  );
}

/** How an address signs in: by its organization's provider where its domain has one, and by password. */
export function methodPage({
  uid,
  email,
  provider,
  error,
}: {
  uid: string;
  email: string;
  provider: { name: string; isRequired: boolean } | null;
  error?: string | undefined;
}): string {
  const at = `/identity/sign-in/${encodeURIComponent(uid)}`;
  return page(
    'Sign in',
    html`<h1>Sign in</h1>
${problem(error)}
<p class="reason">${email} · <a href="${at}?restart">Use another address</a></p>
${provider ? html`<p><a class="button" href="${at}/sso">Continue with ${provider.name}</a></p>` : undefined}
${provider?.isRequired ? html`<details${error ? raw(' open') : undefined}><summary>Sign in with a password</summary><p class="reason">Your organization lets only Super Admins do this.</p>${passwordForm({ at, email, error, focus: false })}</details>` : passwordForm({ at, email, error, focus: provider === null })}`,
  );
}

function passwordForm({
  at,
  email,
  error,
  focus,
}: {
  at: string;
  email: string;
  error: string | undefined;
  focus: boolean;
}): Html {
  return html`<form method="post" action="${at}">
<input type="hidden" name="email" value="${email}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1000"${focus ? raw(' autofocus') : undefined}${described(error)}>
<button type="submit">Sign in</button>
</form>
<p class="below"><a href="/identity/forgot-password">Forgot password?</a></p>`;
}
