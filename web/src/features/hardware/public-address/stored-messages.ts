import type { StoredMessage } from '@allclear/contract';
import type { FieldErrors } from '@allclear/domain';
import type { ApiClient } from '../../../api/client.ts';
import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { hardwareKeys } from '../../../api/query-keys/hardware.ts';
import { routes } from '../../../api/routes.ts';
import { useChange, useRouteQuery } from '../../../api/use-route.ts';
import { sortErrors } from '../../../forms/field-errors.ts';
import type { Refusal } from '../../../forms/use-edited-form.ts';
import { maxMessageLength } from './message-length.ts';

const key = hardwareKeys.storedMessages;

export const useStoredMessages = () =>
  useRouteQuery(routes.listStoredMessages, key.all, { refetchOnMount: 'always' });

export function useStoredMessageChange<Input, Answer>(
  call: (api: ApiClient, input: Input) => Promise<Answer>,
) {
  return useChange(call, key.all);
}

export interface MessageFields {
  readonly title: string;
  readonly message: string;
  readonly clip: string;
}

export function messageFieldsOf(edited: StoredMessage | null): MessageFields {
  return { title: edited?.title ?? '', message: edited?.message ?? '', clip: edited?.clip ?? '' };
}

/** What is sent, and for a change only what differs. */
export function messageBody({ title, message, clip }: MessageFields) {
  return { title: title.trim(), message: message.trim(), clip: clip.trim() };
}

export function messageProblems({ title, message }: MessageFields): FieldErrors {
  const text = message.trim();
  return {
    ...(title.trim() === '' ? { Title: ['Enter a title'] } : {}),
    ...(text === '' ? { Message: ['Enter a message'] } : {}),
    ...(text.length > maxMessageLength ? { Message: [`At most ${maxMessageLength} characters`] } : {}),
  };
}

export function messageRefusal(thrown: unknown, isNew: boolean): Refusal {
  const errors = thrown instanceof ApiFailure ? thrown.errors : {};
  const { fields, others } = sortErrors(errors, ['Title', 'Message', 'Clip']);
  const isExplained = Object.keys(fields).length > 0;
  return {
    header: isNew ? 'Failed To Add Message' : 'Failed To Update Message',
    message: others.join(' ') || (isExplained ? '' : messageOf(thrown)),
    fields,
  };
}

/** The fields in words, for what somebody else changed. */
export const messageTexts: Readonly<Record<string, (message: StoredMessage) => string>> = {
  Title: ({ title }) => title,
  Message: ({ message }) => message,
  Clip: ({ clip }) => clip,
};
