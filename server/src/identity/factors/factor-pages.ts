import { type Html, html, page, raw } from '../pages/page-markup.ts';
import type { TotpOffer } from './enroll.ts';

/** The pages of a sign-in behind its password. */

const action = (uid: string, step: string) => raw(`/identity/sign-in/${encodeURIComponent(uid)}/${step}`);
const startOver = (uid: string) =>
  html`<p class="below"><a href="/identity/sign-in/${encodeURIComponent(uid)}?restart">Use another account</a></p>`;
const alert = (error: string | undefined) =>
  error ? html`<p class="error" role="alert" id="error">${error}</p>` : undefined;

/**
 * A button that asks the browser for a passkey and sends its answer. It is shown by its script, where there are
 * passkeys.
 */
export function passkeyForm({
  uid,
  step,
  label,
  options,
  pending,
}: {
  uid: string;
  step: 'passkey' | 'second-factor' | 'enroll';
  label: string;
  options: object;
  pending?: string;
}): Html {
  const kind = step === 'enroll' ? 'registration' : 'authentication';
  return html`<form class="passkey" method="post" action="${action(uid, step)}" data-kind="${kind}" data-options="${JSON.stringify(options)}" hidden>
<input type="hidden" name="passkey" value="">
${pending ? html`<input type="hidden" name="pending" value="${pending}">` : undefined}
<p class="error" role="alert" hidden>The browser did not use a passkey. Try again, or sign in another way.</p>
<button type="button" class="second">${label}</button>
</form>`;
}

export function secondFactorPage({
  uid,
  hasTotp,
  hasCode,
  passkey,
  error,
}: {
  uid: string;
  hasTotp: boolean;
  /** Whether any code can be entered: of an app, or a recovery code. */
  hasCode: boolean;
  passkey: object | null;
  error?: string;
}): string {
  const what = hasTotp
    ? 'Enter the code that your authenticator app shows, or one of your recovery codes.'
    : 'Use your passkey, or enter one of your recovery codes.';
  return page(
    'Second step',
    html`<h1>Second step</h1>
${alert(error)}
<p id="what">${what}</p>
${
  hasCode
    ? html`<form method="post" action="${action(uid, 'second-factor')}">
<label for="code">Code</label>
<input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" required maxlength="40" autofocus aria-describedby="${error ? 'error what' : 'what'}">
<button type="submit">Continue</button>
</form>`
    : undefined
}
${passkey ? passkeyForm({ uid, step: 'second-factor', label: 'Use a passkey', options: passkey }) : undefined}
${startOver(uid)}`,
    passkey ? ['webauthn.js', 'passkey.js'] : [],
  );
}

/** Sets up the first second factor, where the organization requires one. */
export function enrollPage({
  uid,
  totp,
  passkey,
  error,
}: {
  uid: string;
  totp: TotpOffer;
  passkey: { pending: string; options: object };
  error?: string;
}): string {
  return page(
    'Set up a second step',
    html`<h1>Set up a second step</h1>
${alert(error)}
<p>Your account needs a second step at sign-in. Scan this code with an authenticator app on your phone, then enter what the app shows.</p>
${qrImage(totp.qr)}
<p class="reason">No camera? Enter this key in the app: <span class="key">${spaced(totp.secret)}</span></p>
<form method="post" action="${action(uid, 'enroll')}">
<input type="hidden" name="pending" value="${totp.pending}">
<label for="code">Code of the app</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" required maxlength="20"${error ? raw(' aria-describedby="error"') : undefined}>
<button type="submit">Continue</button>
</form>
${passkeyForm({ uid, step: 'enroll', label: 'Use a passkey instead', ...passkey })}
${startOver(uid)}`,
    ['webauthn.js', 'passkey.js'],
  );
}

/** The recovery codes, which are shown this once. */
export function enrolledPage({
  uid,
  recoveryCodes,
}: {
  uid: string;
  recoveryCodes: readonly string[];
}): string {
  return page(
    'Second step is set up',
    html`<h1>Your second step is set up</h1>
${
  recoveryCodes.length > 0
    ? html`<p>Keep these recovery codes apart from your phone. Each signs you in once when you have lost it. They are not shown again.</p>
<ul class="codes">${recoveryCodes.map((code) => html`<li>${code}</li>`)}</ul>`
    : html`<p>New recovery codes can be made in your profile.</p>`
}
<form method="post" action="${action(uid, 'continue')}">
<button type="submit" autofocus>${recoveryCodes.length > 0 ? 'I have kept the codes' : 'Continue'}</button>
</form>`,
  );
}

/** Dark on light in both themes: cameras read nothing else reliably. */
function qrImage(rows: readonly string[]): Html {
  const path = rows
    .flatMap((row, y) => [...row].map((cell, x) => (cell === '1' ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return html`<svg class="qr" viewBox="0 0 ${String(rows.length)} ${String(rows.length)}" role="img" aria-label="QR code for the authenticator app" shape-rendering="crispEdges"><path d="${path}"/></svg>`;
}

function spaced(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
