/**
 * The pages of the identity provider: plain HTML that works without JavaScript. Every value is escaped by
 * `html`.
 */

const marked = Symbol('html');
interface Html {
  readonly [marked]: true;
  readonly text: string;
}

/** Marks text that is markup already. Only for what the code itself wrote. */
function raw(text: string): Html {
  return { [marked]: true, text };
}

function html(strings: TemplateStringsArray, ...values: (string | Html | undefined)[]): Html {
  const written = values.map((value) =>
    value === undefined ? '' : typeof value === 'string' ? escapeHtml(value) : value.text,
  );
  return raw(strings.reduce((text, part, index) => text + part + (written[index] ?? ''), ''));
}

export function escapeHtml(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? '');
}

function page(title: string, body: Html, script?: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<title>${title} · Allclear</title>
<link rel="stylesheet" href="/identity/assets/sign-in.css">
${script}
</head>
<body>
<main>
<p class="name"><svg viewBox="0 0 34 34" aria-hidden="true"><rect width="34" height="34" rx="10"/><path d="M18.2 6.5 9.5 19h6.3l-1.3 9.5L24 15.6h-6.5z"/></svg>Allclear</p>
${body}
</main>
</body>
</html>
`.text;
}

/** The sign-in form of one interaction, with what went wrong the last time. */
export function signInPage({ uid, email, error }: { uid: string; email: string; error?: string }): string {
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
</form>`,
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
    isAskedByUs ? raw('<script src="/identity/assets/sign-out.js" defer></script>') : undefined,
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
