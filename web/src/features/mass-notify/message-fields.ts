import type { MassMessage } from '@allclear/contract';
import { defaultMassChannel, massChannels, massMessageLimits } from '@allclear/contract/mass-limits';
import type { FieldErrors } from '@allclear/domain';
import { ApiFailure } from '../../api/failure.ts';
import { sortErrors } from '../../forms/field-errors.ts';
import type { Refusal } from '../../forms/use-edited-form.ts';

/** What is written in the form. */
export interface MessageFields {
  headline: string;
  message: string;
  /** Null: the default, which names the user and the organization. */
  senderText: string | null;
  /** Ids of people. */
  recipients: readonly string[];
  hasEmail: boolean;
  overridePreferences: boolean;
  isDrill: boolean;
  asksResponse: boolean;
}

export function emptyFields(): MessageFields {
  return {
    headline: '',
    message: '',
    senderText: null,
    recipients: [],
    hasEmail: false,
    overridePreferences: false,
    isDrill: false,
    asksResponse: false,
  };
}

/** The first characters of a text; a character of two code units is not cut in two. */
export function cut(text: string, max: number): string {
  const short = text.slice(0, max);
  return text.length > max && /[\uD800-\uDBFF]$/.test(short) ? short.slice(0, -1) : short;
}

/** '{full name} at {organization} using Allclear' (spec 3 section 2.5). */
export function defaultSenderText(fullName: string, organizationName: string | undefined): string {
  const place = organizationName ? ` at ${organizationName}` : '';
  return cut(`${fullName}${place} using Allclear`, massMessageLimits.senderText);
}

/** A part of the form, cut to what the server takes. */
export function cutFields(part: Partial<MessageFields>): Partial<MessageFields> {
  const { headline, message, senderText } = part;
  return {
    ...part,
    ...(headline !== undefined && { headline: cut(headline, massMessageLimits.headline) }),
    ...(message !== undefined && { message: cut(message, massMessageLimits.message) }),
    ...(typeof senderText === 'string' && { senderText: cut(senderText, massMessageLimits.senderText) }),
  };
}

/** A sent message or a template, as the form shows it: the recipients are those whom a channel accepted. */
export function fieldsOf(message: MassMessage): MessageFields {
  return {
    headline: message.headline,
    message: message.message,
    senderText: message.senderText,
    recipients: message.deliveredRecipients.map(({ recipientId }) => recipientId),
    hasEmail: (message.channel & massChannels.email) !== 0,
    overridePreferences: message.overridePreferences,
    isDrill: message.isDrill,
    asksResponse: message.asksResponse ?? false,
  };
}

/** The form as the server takes it. */
export function bodyOf(fields: MessageFields, defaultSender: string) {
  const { headline, message, senderText, recipients, hasEmail, overridePreferences } = fields;
  const { isDrill, asksResponse } = fields;
  return {
    headline: headline.trim(),
    message: message.trim(),
    senderText: (senderText ?? defaultSender).trim(),
    channel: defaultMassChannel | (hasEmail ? massChannels.email : 0),
    overridePreferences,
    recipients: [...recipients],
    isDrill,
    asksResponse,
  };
}
export type MessageBody = ReturnType<typeof bodyOf>;

/** The labels of the server's errors. */
export const messageLabels = ['Headline', 'Message', 'SenderText', 'Recipients', 'Channel'] as const;

/** What is missing: a template needs its texts, a message at least one recipient too (spec 3 section 5). */
export function problemsOf(body: MessageBody, needsRecipients: boolean): FieldErrors {
  const errors: FieldErrors = {};
  if (body.headline === '') errors.Headline = ['Headline is required'];
  if (body.message === '') errors.Message = ['Message is required'];
  if (body.senderText === '') errors.SenderText = ['Sender is required'];
  if (needsRecipients && body.recipients.length === 0) errors.Recipients = ['Choose at least one recipient'];
  return errors;
}

export type MessageWork = 'send' | 'add' | 'update' | 'delete';

export const doneTexts: Readonly<Record<MessageWork, string>> = {
  send: 'Message sent',
  add: 'Template saved',
  update: 'Template updated',
  delete: 'Template deleted',
};
const failureTexts: Readonly<Record<MessageWork, string>> = {
  send: 'Error sending message',
  add: 'Error saving template',
  update: 'Error updating template',
  delete: 'Error deleting template',
};

/** A refused call: the header is the first `ServerError`, else the default text (spec 3 section 8). */
export function refusalOf(thrown: unknown, work: MessageWork): Refusal {
  const header = failureTexts[work];
  if (!(thrown instanceof ApiFailure)) return { header, message: '', fields: {} };
  const { ServerError, ...errors } = thrown.errors;
  const { fields, others } = sortErrors(errors, messageLabels);
  const [first, ...rest] = ServerError ?? [];
  const said = [...rest, ...others].join(' ');
  if (first !== undefined) return { header: first, message: said, fields };
  const isAtFields = Object.keys(fields).length > 0;
  return { header, message: said || (isAtFields ? '' : thrown.message), fields };
}

/** Whether two states of the form are equal. Thousands of recipients are compared only where they differ in kind. */
export function isSameFields(a: MessageFields, b: MessageFields): boolean {
  const names = Object.keys(a) as (keyof MessageFields)[];
  return names.every((name) => name === 'recipients' || a[name] === b[name]) && isSameList(a, b);
}

function isSameList({ recipients: a }: MessageFields, { recipients: b }: MessageFields): boolean {
  return a === b || (a.length === b.length && a.every((id, index) => id === b[index]));
}

/** What somebody else changed in a template since it was loaded, kept where the user changed the same field. */
export function mergedFields(
  base: MessageFields,
  mine: MessageFields,
  current: MessageFields,
): MessageFields {
  return {
    headline: mine.headline === base.headline ? current.headline : mine.headline,
    message: mine.message === base.message ? current.message : mine.message,
    senderText: mine.senderText === base.senderText ? current.senderText : mine.senderText,
    recipients: mine.recipients,
    hasEmail: mine.hasEmail === base.hasEmail ? current.hasEmail : mine.hasEmail,
    overridePreferences:
      mine.overridePreferences === base.overridePreferences
        ? current.overridePreferences
        : mine.overridePreferences,
    isDrill: mine.isDrill === base.isDrill ? current.isDrill : mine.isDrill,
    asksResponse: mine.asksResponse === base.asksResponse ? current.asksResponse : mine.asksResponse,
  };
}

const onOff = (on: boolean) => (on ? 'on' : 'off');

/** The fields of a template that somebody else may change, in words. */
export const templateTexts: Readonly<Record<string, (message: MassMessage) => string>> = {
  Headline: ({ headline }) => headline,
  Message: ({ message }) => message,
  Sender: ({ senderText }) => senderText,
  Email: (message) => onOff(fieldsOf(message).hasEmail),
  'Override preferences': ({ overridePreferences }) => onOff(overridePreferences),
  Drill: ({ isDrill }) => onOff(isDrill),
  'Ask for a response': ({ asksResponse }) => onOff(asksResponse ?? false),
};
