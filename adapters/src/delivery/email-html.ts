import type { OutgoingMessage } from './port.ts';

/**
 * The colors of the states in light and dark mode, with the word that carries the same meaning without
 * color.
 */
const STYLE_BY_KIND = {
  warning: { word: 'Warning', sign: '⚠', light: '#C6281C', dark: '#FF6B5E' },
  'all-clear': { word: 'All clear', sign: '✓', light: '#147D4A', dark: '#4FD38F' },
  information: { word: 'Information', sign: 'i', light: '#0B74B8', dark: '#5CB8F2' },
  test: { word: 'Test', sign: '•', light: '#54657A', dark: '#93A4B8' },
} as const;

const FONT = "Inter,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * A notice as an HTML mail: a bar with the state, the subject, the text and a button into the product. All
 * content is escaped; the button needs an http or https URL. Tables and inline styles, because mail programs
 * support little else.
 */
export function emailHtml(message: OutgoingMessage): string {
  const { word, sign, light, dark } = STYLE_BY_KIND[message.kind];
  const paragraphs = message.text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p style="margin:0 0 14px">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(message.subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
.page { background: #0A1119 !important }
.card { background: #111B26 !important; border-color: #223040 !important; color: #E7EEF6 !important }
.bar { background: ${dark} !important; color: #0A1119 !important }
.button { background: #5CB8F2 !important; color: #0A1119 !important }
.muted { color: #93A4B8 !important }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#F5F7FA">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(message.short)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#F5F7FA"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#FFFFFF;border:1px solid #DDE3EA;border-radius:12px;border-collapse:separate;overflow:hidden;color:#101B28;font:16px/1.5 ${FONT}">
<tr><td class="bar" style="background:${light};color:#FFFFFF;padding:10px 24px;font-weight:650">${sign}&nbsp; ${word}</td></tr>
<tr><td style="padding:20px 24px 6px">
<h1 style="margin:0 0 14px;font-size:20px;line-height:1.3;font-weight:650">${escapeHtml(message.subject)}</h1>
${paragraphs.join('\n')}
${button(message.url, message.action ?? 'Open in Allclear')}
</td></tr>
<tr><td class="muted" style="padding:0 24px 20px;color:#54657A;font-size:12px">Sent by Allclear</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function button(url: string, label: string): string {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'https:' && parsed?.protocol !== 'http:') return '';
  const style =
    'display:inline-block;background:#0B74B8;color:#FFFFFF;text-decoration:none;font-weight:550;padding:11px 18px;border-radius:10px';
  return `<p style="margin:6px 0 18px"><a class="button" href="${escapeHtml(parsed.href)}" style="${style}">${escapeHtml(label)}</a></p>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
