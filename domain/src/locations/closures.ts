import type { FieldErrors } from './location-rules.ts';

/** A place that an admin keeps closed. Nobody can end a delay by hand; a closure holds the place for longer. */

export const maxClosureHours = 24;
export const closureReasonMaxLength = 120;

/**
 * Checks a closure before it is stored.
 *
 * @param until epoch ms of the product clock, null for one that only a person ends
 * @param now the product clock, epoch ms
 * @returns sentences by field label; an empty object when there are no errors
 */
export function checkClosure(
  { reason, until }: { readonly reason: string; readonly until: number | null },
  now: number,
): FieldErrors {
  const errors: FieldErrors = {};
  const text = reason.trim();
  if (text === '') errors.Reason = ['Reason is required: everybody who sees the place reads it'];
  else if (text.length > closureReasonMaxLength)
    errors.Reason = [`Reason can be at most ${closureReasonMaxLength} characters`];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  else if (/[<>\u0000-\u001f]/.test(text))
    errors.Reason = ['Reason cannot contain < or > or control characters'];
  if (until !== null && !(until > now)) errors.Until = ['The end must be in the future'];
  else if (until !== null && until > now + maxClosureHours * 3_600_000)
    errors.Until = [`A place can be closed for ${maxClosureHours} hours at most, or until somebody opens it`];
  return errors;
}

/** Whether a closure lasts at an instant, epoch ms of the product clock. */
export function isClosed(
  { until, openedAt }: { readonly until: number | null; readonly openedAt: number | null },
  now: number,
): boolean {
  return openedAt === null && (until === null || now < until);
}
