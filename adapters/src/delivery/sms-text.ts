import type { OutgoingMessage } from './port.ts';

/** The characters of GSM 03.38 that take one septet. */
const GSM_BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** The characters that take two. */
const GSM_EXTENDED = new Set('^{}\\[~]|€');

/** Characters of our own texts that GSM lacks; the plain spelling halves the size. */
const PLAIN: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '·': '-',
  '•': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
  '≥': '>=',
  '≤': '<=',
  '×': 'x',
  '₂': '2',
  '₃': '3',
  '₅': '5',
  '³': '3',
  '²': '2',
  µ: 'u',
  μ: 'u',
  '→': '->',
  '°': ' deg',
};

const ELLIPSIS = '...';
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

export interface SmsSize {
  readonly alphabet: 'gsm-7' | 'ucs-2';
  /** Septets of GSM-7, or UTF-16 units. */
  readonly units: number;
  /** Parts that a phone joins; each is billed. */
  readonly segments: number;
}

/**
 * The size of a text as SMS (3GPP TS 23.038 and 23.040): 160 septets alone or 153 each, with other characters
 * 70 alone or 67 each.
 */
export function smsSize(text: string): SmsSize {
  const septets = [...text].map((letter) => (GSM_BASIC.has(letter) ? 1 : GSM_EXTENDED.has(letter) ? 2 : 0));
  if (!septets.includes(0)) return { alphabet: 'gsm-7', ...pack(septets, 160, 153) };
  const units = [...text].map((letter) => letter.length);
  return { alphabet: 'ucs-2', ...pack(units, 70, 67) };
}

/** A character of two units is never split between two parts. */
function pack(sizes: readonly number[], alone: number, each: number): { units: number; segments: number } {
  const units = sizes.reduce((sum, size) => sum + size, 0);
  if (units <= alone) return { units, segments: 1 };
  let [segments, used] = [1, 0];
  for (const size of sizes) {
    if (used + size > each) [segments, used] = [segments + 1, 0];
    used += size;
  }
  return { units, segments };
}

/**
 * The text of an SMS, at most `maxSegments` long (2 unless set): typographic characters in plain spelling,
 * '88 °F' as '88 F', control characters dropped, too long a text cut at a word with '...'. The link follows
 * whole, or is omitted where it would take more than half of the space.
 */
export function composeSms(short: string, url: string, maxSegments = 2): string {
  const text = plain(short);
  if (!url || text.includes(url)) return cut(text, '', maxSegments);
  const link = ` ${plain(url)}`;
  const room = smsSize(text).alphabet === 'gsm-7' ? 153 : 67;
  return cut(text, link.length > (room * maxSegments) / 2 ? '' : link, maxSegments);
}

/** Parts of the longest message that somebody can write, in letters that GSM lacks, with a link and a code to respond by. */
const MAX_WRITTEN_SEGMENTS = 15;

/**
 * The text of an SMS for a message. What somebody wrote is sent whole and without a link: half of it could mean the
 * opposite. Every other text has a reference to the product where it was cut.
 */
export function smsOf(message: Pick<OutgoingMessage, 'short' | 'url' | 'isWritten'>): string {
  return message.isWritten
    ? composeSms(message.short, '', MAX_WRITTEN_SEGMENTS)
    : composeSms(message.short, message.url);
}

function plain(text: string): string {
  const composed = text.normalize('NFC').replace(/\s*°\s*(?=[CF]\b)/g, ' ');
  return [...composed]
    .map((letter) => PLAIN[letter] ?? letter)
    .join('')
    .replace(/[\p{Cc}\p{Cf}]/gu, (control) => (control === '\n' ? '\n' : ''))
    .trim();
}

function cut(text: string, link: string, maxSegments: number): string {
  if (smsSize(text + link).segments <= maxSegments) return text + link;
  const parts = [...letters.segment(text)].map(({ segment }) => segment);
  const fits = (count: number) =>
    smsSize(parts.slice(0, count).join('') + ELLIPSIS + link).segments <= maxSegments;
  // A text that fits GSM-7 may not fit with one more foreign character, but never the other way round: a
  // longer text is never smaller.
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  const kept = parts.slice(0, low).join('');
  const word = kept.search(/\s\S*$/);
  return (word > kept.length * 0.7 ? kept.slice(0, word) : kept).trimEnd() + ELLIPSIS + link;
}
