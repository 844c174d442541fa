/** The parts that all notices share, and how a text fits one SMS. */

/** Part of every long text: the system guarantees nothing. */
export const standingSentence =
  'Allclear cannot guarantee safety. If you see lightning, hear thunder or feel unsafe, act at once, even when no message has come.';

/** Length of one SMS in the GSM alphabet. */
export const shortTextLength = 160;

/** Where the weather comes from: only live weather may be acted on. */
export type WeatherKind = 'live' | 'simulated' | 'replay';

/** What every text on weather that is not live begins with. */
export const weatherMarks: Readonly<Record<WeatherKind, string>> = {
  live: '',
  simulated: 'SIMULATED: ',
  replay: 'REPLAYED: ',
};

export interface NoticeText {
  /** One line */
  readonly subject: string;
  /** Paragraphs separated by empty lines, the standing sentence last. */
  readonly text: string;
  /**
   * One line for SMS and push, at most 160 characters unless the names of policy and event alone are longer,
   * in the GSM alphabet where the names allow it.
   */
  readonly short: string;
}

/**
 * Fits one SMS: the lead, with the name of the place shortened if needed, then whole sentences only. Half an
 * instruction could mean the opposite, so an additional text that does not fit is replaced by a reference to
 * the product.
 */
export function shortText(
  lead: (place: string) => string,
  locationName: string,
  details: readonly string[],
  additionalText: string,
): string {
  let text = gsmText(lead(locationName));
  if (text.length > shortTextLength) {
    const letters = Array.from(locationName);
    const kept = Math.max(8, letters.length - (text.length - shortTextLength) - 3);
    if (kept + 3 < letters.length) text = gsmText(lead(`${letters.slice(0, kept).join('').trimEnd()}...`));
  }
  const add = (sentence: string): boolean => {
    const longer = `${text} ${gsmText(sentence)}`;
    if (longer.length > shortTextLength) return false;
    text = longer;
    return true;
  };
  if (additionalText !== '' && !add(additionalText)) add('More in Allclear.');
  for (const detail of details) add(detail);
  return text;
}

/**
 * Replaces characters that would double the length of an SMS: the degree sign, and typographic quotes, dashes
 * and ellipses.
 */
function gsmText(text: string): string {
  return text
    .replace(/°/g, '')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/…/g, '...')
    .replace(/\u00a0/g, ' ');
}

/** Control characters, line breaks and bidirectional marks, any of which could forge a line or a header. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/** A text without line breaks, control characters and marks that could forge a line. */
export function oneLine(text: string): string {
  return text.replace(unprintable, ' ').replace(/ {2,}/g, ' ').trim();
}

/** The same for a text of several lines. */
export function paragraphs(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(oneLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The sentence about weather that is not live, as a list that is empty for live weather. */
export function weatherSentences(weather: WeatherKind): string[] {
  return weather === 'live'
    ? []
    : [`The weather is ${weather === 'replay' ? 'replayed' : 'simulated'}: not for safety decisions.`];
}
