/** The headers of an answer that say when it was made. */
export interface AnswerHeaders {
  get(name: string): string | null;
}

/**
 * When an answer was right at the latest, epoch ms: its `Date`, and the time that it spent in caches (RFC 9111,
 * section 4.2.3). Null without a `Date`.
 */
export function answerTimeMs(headers: AnswerHeaders): number | null {
  const dateMs = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(dateMs)) return null;
  const age = headers.get('age')?.trim() ?? '';
  return dateMs + (/^\d{1,10}$/.test(age) ? Number(age) * 1_000 : 0);
}

/** Nobody waits longer than this for a server that asks to be left alone, real ms. */
const longestRetryMs = 600_000;

/** How long the server asks to be left alone, real ms; 0 when it does not. */
export function retryPauseMs(headers: AnswerHeaders): number {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Math.min(Number(text) * 1_000, longestRetryMs);
  const untilMs = Date.parse(text);
  const fromMs = answerTimeMs(headers);
  if (Number.isNaN(untilMs) || fromMs === null) return 0;
  return Math.min(Math.max(0, untilMs - fromMs), longestRetryMs);
}
