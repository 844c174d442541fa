import { drillSentence } from '../notifications/index.ts';
import { type ResponseKind, responsePlaceMaxLength } from './counted-responses.ts';

/**
 * What somebody says by SMS. A text is read for a response in two ways. With the code of the message all three kinds
 * count; help is found wherever it stands, because help that was not meant costs a call and help that was not found may
 * cost a life. Inside is found only where a text begins with it: 'not inside' must never read as inside.
 */

export const smsCodeLength = 6;

/** Text from here on is not read: an SMS joined of ten parts has so many characters. */
const maxLength = 1_600;
/** Characters of a quotation that may be one of our texts. */
const minQuoteLength = 30;

export type ReadSms =
  /** One of the words by which people leave and join a sender: the provider acts on them, and none is a response. */
  | { readonly kind: 'keyword' }
  | {
      readonly kind: 'text';
      /** Six digits that may be a code; null without any. */
      readonly code: string | null;
      /** Null where the text says none of the three. */
      readonly says: ResponseKind | null;
      /** Where the person is, at most `responsePlaceMaxLength` characters that can be stored; '' where that is not said. */
      readonly place: string;
      /** It replaces an earlier response, also by a weaker one. */
      readonly isChange: boolean;
    };

/** The words on which carriers and providers act where one is the whole text. HELP and INFO are read as text. */
const keywords = new Set(
  'stop stopall unsubscribe cancel end quit optout revoke start yes unstop'.split(' '),
);

/** Reads a received SMS. Any text is taken, whatever its length and letters. */
export function readResponseSms(given: string): ReadSms {
  const whole = given.slice(0, maxLength).toWellFormed().normalize('NFKC').replace(/\s+/g, ' ').trim();
  if (keywords.has(whole.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))) return { kind: 'keyword' };
  const unquoted = withoutQuotes(whole);
  const text = codesIn(unquoted).length > 0 ? whole : unquoted;
  const codes = codesIn(text);
  const [first] = codes;
  if (first === undefined) return { kind: 'text', code: null, ...said(text) };
  // Our own text has the code three times: this repeats it.
  if (codes.filter(({ code }) => code === first.code).length > 1)
    return { kind: 'text', code: null, says: null, place: '', isChange: false };
  const rest = `${text.slice(0, first.from)} ${text.slice(first.until)}`;
  return { kind: 'text', code: first.code, ...said(rest) };
}

/** Six digits, also in two groups of three. */
function codesIn(text: string): { code: string; from: number; until: number }[] {
  return [...text.matchAll(/(?<!\d)(\d{3})[ \u2010-]?(\d{3})(?!\d)/g)].map((found) => ({
    code: found.slice(1).join(''),
    from: found.index,
    until: found.index + found[0].length,
  }));
}

/**
 * 'Liked “…”': phones send a reaction to a message as its whole text in quotation marks, and none of that is said by the
 * person. Short quotations stay.
 */
function withoutQuotes(text: string): string {
  const from = text.search(/["“”„«»]/u);
  if (from === -1) return text;
  const last = text.lastIndexOf(text.match(/["“”„«»](?=[^"“”„«»]*$)/u)?.[0] ?? '"');
  const until = last > from ? last + 1 : text.length;
  return until - from < minQuoteLength ? text : `${text.slice(0, from)} ${text.slice(until)}`;
}

const leading = (words: string) => new RegExp(`^(?:${words})(?![\\p{L}\\p{N}])[\\s,.:;!?+-]*`, 'iu');
const opening = leading('reply|code|please|and');
const change = leading('change(?: to)?');
const inside = leading("(?:(?:(?:we|i)(?: are| am|'re|'m)|everybody is|everyone is) )?(?:all )?inside");
const read = leading("(?:(?:i have|i've) )?read");
const help = leading('(?:(?:i|we) )?(?:need )?help(?: me| us)?(?: please)?');
/** 'Inside? Not yet': no place. */
const notInside = /^(?:not|no|nobody|none|soon|later)(?![\p{L}\p{N}])/iu;
const preposition = leading('at|in(?: the)?');
/** 'helpp' too. SOS is a word of its own. */
const asksForHelp = /(?<!\p{L})help|(?<!\p{L})sos(?!\p{L})|🆘/iu;

function said(given: string): { says: ResponseKind | null; place: string; isChange: boolean } {
  const begun = given
    .replaceAll('’', "'")
    .replace(/^[\s,.:;!?+#*-]+/, '')
    .replace(opening, '')
    .trim();
  const isChange = change.test(begun);
  const text = begun.replace(change, '');
  if (asksForHelp.test(text)) return { says: 'help', place: placeOf(text.replace(help, '')), isChange };
  const where = text.replace(inside, '');
  if (inside.test(text) && !notInside.test(where)) return { says: 'inside', place: placeOf(where), isChange };
  return { says: read.test(text) ? 'read' : null, place: '', isChange };
}

/** A place that can be stored: what a form refuses is left out, and the end of what is too long. */
function placeOf(given: string): string {
  const place = given
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is left out
    .replace(/[<>\u0000-\u001f]+/g, ' ')
    .replace(preposition, '')
    .replace(/\s+/g, ' ')
    .trim();
  // 'INSIDE + where', as the message writes it.
  return /^where$/i.test(place)
    ? ''
    : place
        .slice(0, responsePlaceMaxLength)
        .replace(/[\ud800-\udbff]$/, '')
        .trim();
}

/** What an SMS that asks for a response has after its link. */
export function smsInstructions(code: string): string {
  return `Or reply ${code} READ, ${code} INSIDE + where, or ${code} HELP.`;
}

/** What is answered to a received SMS. */
export type SmsReply =
  /** The response that counts now is the one that was sent. */
  | { readonly kind: 'counted'; readonly response: GivenResponse; readonly isDrill: boolean }
  /** It was received, and an earlier one is stronger. */
  | {
      readonly kind: 'weaker';
      readonly response: GivenResponse;
      readonly code: string;
      readonly isDrill: boolean;
    }
  | { readonly kind: 'no-place' | 'no-word'; readonly code: string }
  /** The code is not one of the sender's, or there is none: one text for all of them, so that it says nothing of codes. */
  | { readonly kind: 'refused' }
  /** Help of somebody whom nothing asks for a response. */
  | { readonly kind: 'help-of-nobody' };

interface GivenResponse {
  readonly kind: ResponseKind;
  readonly place: string;
}

const words: Readonly<Record<ResponseKind, string>> = {
  read: 'I have read it',
  inside: 'We are inside',
  help: 'I need help',
};
const drillOf = ({ isDrill }: { readonly isDrill: boolean }) => (isDrill ? `${drillSentence} ` : '');
const emergency = 'In an emergency call the emergency number';

/** The text of a reply. None of it says how things are. */
export function smsReplyText(reply: SmsReply): string {
  switch (reply.kind) {
    case 'counted': {
      const { kind, place } = reply.response;
      if (kind === 'help')
        return `${drillOf(reply)}You responded: I need help. The desk was notified. ${emergency} as well.`;
      return `${drillOf(reply)}You responded: ${words[kind]}${kind === 'inside' ? ` at ${place}` : ''}.`;
    }
    case 'weaker': {
      const { kind } = reply.response;
      return `${drillOf(reply)}Your response is still: ${words[kind]}. To change it reply ${reply.code} CHANGE INSIDE + where, or ${reply.code} CHANGE READ.`;
    }
    case 'no-place':
      return `Not counted: say where you are inside. Reply ${reply.code} INSIDE + where.`;
    case 'no-word':
      return `Not counted. Reply ${reply.code} READ, ${reply.code} INSIDE + where, or ${reply.code} HELP.`;
    case 'refused':
      return `Not counted. Reply with the code of the newest message that asks you, or open its link. ${emergency}.`;
    case 'help-of-nobody':
      return `Nobody was notified: no message asks this number for a response now. ${emergency}.`;
  }
}
