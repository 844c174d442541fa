/** The frame of the identity provider's pages, and how their markup is written: every value is escaped by `html`. */

/** The scripts of these pages, in `assets/` or of a package. */
export type ScriptName = 'sign-out.js' | 'account-link.js' | 'passkey.js' | 'webauthn.js';

const marked = Symbol('html');
export interface Html {
  readonly [marked]: true;
  readonly text: string;
}

/** Marks text that is markup already. Only for what the code itself wrote. */
export function raw(text: string): Html {
  return { [marked]: true, text };
}

export function html(
  strings: TemplateStringsArray,
  ...values: (string | Html | readonly Html[] | undefined)[]
): Html {
  const written = values.map((value) =>
    value === undefined
      ? ''
      : typeof value === 'string'
        ? escapeHtml(value)
        : 'text' in value
          ? value.text
          : value.map(({ text }) => text).join(''),
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

const logo = raw(
  '<svg viewBox="0 0 34 34" aria-hidden="true"><rect width="34" height="34" rx="10"/><path d="M18.2 6.5 9.5 19h6.3l-1.3 9.5L24 15.6h-6.5z"/></svg>',
);

export function page(title: string, body: Html, scripts: readonly ScriptName[] = []): string {
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
${scripts.map((name) => raw(`<script src="/identity/assets/${name}" defer></script>\n`))}</head>
<body>
<main>
<p class="name">${logo}Allclear</p>
${body}
</main>
<footer class="powered">Powered by ${logo}<strong>Allclear</strong></footer>
</body>
</html>
`.text;
}
