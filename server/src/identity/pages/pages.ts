/** The pages of the identity provider: plain HTML, which works without JavaScript where it can. */
import { passkeyForm } from '../factors/factor-pages.ts';
import { html, page, raw } from './page-markup.ts';

/** The sign-in form of one interaction, with what went wrong the last time; `passkey` is what a browser needs for one. */
export function signInPage({
  uid,
  email,
  passkey,
  error,
}: {
  uid: string;
  email: string;
  passkey: object;
  error?: string;
}): string {
  const focus = raw(' autofocus');
  return page(
    'Sign in',
    html`<h1>Sign in</h1>
${error ? html`<p class="error" role="alert" id="error">${error}</p>` : undefined}
<form method="post" action="/identity/sign-in/${encodeURIComponent(uid)}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="320" value="${email}"${error ? raw(' aria-describedby="error"') : undefined}${email ? undefined : focus}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1000"${email ? focus : undefined}>
<button type="submit">Sign in</button>
</form>
${passkeyForm({ uid, step: 'passkey', label: 'Use a passkey', options: passkey })}
<p class="below"><a href="/identity/forgot-password">Forgot password?</a></p>`,
    ['webauthn.js', 'passkey.js'],
  );
}

/**
 * The page that confirms a sign-out; when our own app requests it, a script submits the form. `form` is the
 * provider's own.
 */
export function signOutPage(form: string, { isAskedByUs }: { isAskedByUs: boolean }): string {
  return page(
    'Sign out',
    html`<h1>Sign out</h1>
<p>Do you want to sign out of Allclear on this device?</p>
${raw(form)}
<button id="sign-out" type="submit" form="op.logoutForm" name="logout" value="yes"${isAskedByUs ? undefined : raw(' autofocus')}>Sign out</button>
<p><a href="/">Stay signed in</a></p>`,
    isAskedByUs ? ['sign-out.js'] : [],
  );
}

export function signedOutPage(): string {
  return page(
    'Signed out',
    html`<h1>You are signed out</h1>\n<p><a class="button" href="/">Sign in again</a></p>`,
  );
}

/** The page for a sign-in that expired, never existed, or failed: the reason, and a link back. */
export function errorPage(reason?: string): string {
  return page(
    'Sign-in did not work',
    html`<h1>Let’s try that again</h1>
<p>This sign-in has ended or cannot be used. Nothing is lost: go back and start it anew.</p>
${reason ? html`<p class="reason">${reason}</p>` : undefined}
<p><a class="button" href="/">Back to Allclear</a></p>`,
  );
}

const signInAgain = raw('<p><a class="button" href="/">Go to sign-in</a></p>');

/** Asks for the address that a link for a new password is sent to. */
export function forgotPasswordPage({ hasMail, error }: { hasMail: boolean; error?: string }): string {
  if (!hasMail) {
    return page(
      'Forgot password',
      html`<h1>Forgot password</h1>
<p>This installation sends no email. Ask an administrator for a link to a new password.</p>
${signInAgain}`,
    );
  }
  return page(
    'Forgot password',
    html`<h1>Forgot password</h1>
${error ? html`<p class="error" role="alert" id="error">${error}</p>` : undefined}
<p>Enter the email address of your account. You will get a link to choose a new password.</p>
<form method="post" action="/identity/forgot-password">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="320" autofocus${error ? raw(' aria-describedby="error"') : undefined}>
<button type="submit">Send the link</button>
</form>
<p class="below"><a href="/">Back to sign-in</a></p>`,
  );
}

/** The same for every address. */
export function linkSentPage(): string {
  return page(
    'Check your email',
    html`<h1>Check your email</h1>
<p>If an account has this address, a link to choose a new password is on its way. It works once, within the next hour.</p>
<p class="reason">Nothing came? Look into the spam folder, or ask an administrator whether your account has another address.</p>
${signInAgain}`,
  );
}

/** The form behind an invitation or a link for a new password. The script takes the token from the address. */
export function accountLinkPage({ token, problems }: { token: string; problems: readonly string[] }): string {
  const described = raw(problems.length > 0 ? ' aria-describedby="error"' : ' aria-describedby="rule"');
  return page(
    'Choose a password',
    html`<h1>Choose a password</h1>
${problems.length > 0 ? html`<div class="error" role="alert" id="error">${problems.map((problem) => html`<p>${problem}</p>`)}</div>` : undefined}
<noscript><p class="error">This page needs JavaScript, so that the secret part of its address is sent nowhere.</p></noscript>
<p id="broken" class="error" role="alert" hidden>The address of this page is not complete. Open the link of the mail again, or copy all of it.</p>
<form id="link" method="post" action="/identity/account-link">
<input type="hidden" name="token" value="${token}">
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="12" maxlength="1000" autofocus${described}>
<p class="reason" id="rule">At least 12 characters. A few words that do not belong together are easy to remember and hard to guess.</p>
<label for="repeated">New password again</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" required minlength="12" maxlength="1000">
<button type="submit">Save the password</button>
</form>`,
    ['account-link.js'],
  );
}

/** A link that was used, has expired or never was: told apart by nothing. */
export function linkOverPage(): string {
  return page(
    'Link not valid',
    html`<h1>This link is not valid any more</h1>
<p>It was used already, or its time is over. Use ‘Forgot password?’ on the sign-in page, or ask an administrator for a new invitation.</p>
${signInAgain}`,
  );
}

export function passwordSavedPage(): string {
  return page(
    'Password saved',
    html`<h1>Your password is saved</h1>
<p>Sign in with it now.</p>
${signInAgain}`,
  );
}
