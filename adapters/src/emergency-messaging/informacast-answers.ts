import { AdapterError } from '../adapter-error.ts';
import { type RawResponse, readRetryAfter } from '../http-client/index.ts';
import type { MessagingAnswer, MessagingFailure, MessagingItem } from './port.ts';

/** As people call it. */
export const serviceName = 'InformaCast';

export function failure(
  because: MessagingFailure['because'],
  detail: string,
  retryAfterMs: number | null = null,
): MessagingFailure {
  return { kind: 'failed', because, retryAfterMs, detail };
}

/** Why there is no answer, or none that is HTTP. */
export function failureOfError(error: unknown): MessagingFailure {
  if (!(error instanceof AdapterError)) throw error;
  if (error.status !== null) return failureOfStatus(error.status, error.retryAfterMs);
  return error.kind === 'malformed'
    ? failure('malformed', `${serviceName} sent an answer that cannot be read.`)
    : failure('unavailable', `${serviceName} did not answer: ${error.message}`);
}

/** What an unsuccessful status says. The body is left out: it may contain anything. */
export function failureOfStatus(status: number, retryAfterMs: number | null): MessagingFailure {
  switch (status) {
    case 401:
      return failure('credential', `${serviceName} does not accept the token.`);
    case 403:
      return failure('forbidden', `${serviceName} says that the token may not do this.`);
    case 404:
      return failure('missing', `${serviceName} says that this does not exist any more.`);
    case 429:
      return failure('busy', `${serviceName} asks to wait before the next request.`, retryAfterMs);
  }
  if (status >= 500) return failure('unavailable', `${serviceName} answered ${status}.`, retryAfterMs);
  return failure('malformed', `${serviceName} answered ${status}.`);
}

export function failureOfAnswer({ status, headers }: RawResponse): MessagingFailure {
  return failureOfStatus(status, readRetryAfter(headers));
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON object; a failure for everything else (HTML, half an answer, nothing). */
export function readObject(bytes: Uint8Array): MessagingAnswer<Readonly<Record<string, unknown>>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    if (isObject(value)) return { kind: 'answer', value };
  } catch {
    // Not JSON.
  }
  return failure('malformed', `${serviceName} sent an answer that cannot be read.`);
}

const maxText = 200;

/** Scenarios or sites of one page of a list; those without id or name are left out. */
export function readItems(data: readonly unknown[]): MessagingItem[] {
  return data.flatMap((item) => {
    if (!isObject(item)) return [];
    const { id, name: label } = item;
    if (typeof id !== 'string' || id === '' || id.length > maxText) return [];
    return [{ id, name: typeof label === 'string' && label.trim() !== '' ? label.slice(0, maxText) : id }];
  });
}

/** The fields of a scenario that a launch answers: the site where one asks for it, and the message. */
export function fieldsFor(
  scenario: Readonly<Record<string, unknown>>,
  { siteName, text }: { readonly siteName: string; readonly text: string },
): { fieldId: string; answer: string }[] {
  const fields = Array.isArray(scenario.fields) ? scenario.fields : [];
  return fields.flatMap((field: unknown) => {
    if (!isObject(field) || typeof field.id !== 'string') return [];
    const label = [field.name, field.label].filter((one) => typeof one === 'string').join(' ');
    if (/\b(site|location|campus)\b/i.test(label)) return [{ fieldId: field.id, answer: siteName }];
    if (/\b(message|text|details?|description|reason)\b/i.test(label))
      return [{ fieldId: field.id, answer: text }];
    return [];
  });
}

/** The id of the notification in the answer to a launch; null where it has none, undefined for another answer. */
export function notificationIdOf(answer: Readonly<Record<string, unknown>>): string | null | undefined {
  if (!Array.isArray(answer.events)) return undefined;
  for (const event of answer.events) {
    const notification = isObject(event) ? event.notification : null;
    if (isObject(notification) && typeof notification.id === 'string') return notification.id;
  }
  return null;
}
