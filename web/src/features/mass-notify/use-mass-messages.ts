import type { MassMessage } from '@allclear/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiFailure } from '../../api/failure.ts';
import { pollingMs } from '../../api/polling.ts';
import { messageKeys } from '../../api/query-keys/messages.ts';
import { routes } from '../../api/routes.ts';
import { useChange, useRouteQuery } from '../../api/use-route.ts';
import { clock } from '../../clock/clock.ts';
import { useApi } from '../../services.ts';
import type { MessageBody } from './message-fields.ts';

/** Thousands of recipients take the server a while; the same key again sends nothing twice. */
const sendTimeoutMs = 60_000;
/** How often the question before sending is answered anew while it is open. */
const previewEveryMs = 10_000;

/** The first page of the list, and one more. */
const newestCount = 10;
/** Messages of 400 days with all of their recipients. */
const wholeTimeoutMs = 60_000;

const templatesKey = messageKeys.massMessages.of('templates');

/** Whether a message may still change by itself. */
export const isOpen = ({ progress }: Pick<MassMessage, 'progress'>): boolean => (progress?.queued ?? 0) > 0;

/**
 * The organization's sent messages, newest first. A message may have thousands of recipients: the events and the
 * polls ask for the newest ones alone, the whole list is asked for seldom.
 */
export function useMassMessages() {
  const api = useApi();
  const newest = useQuery({
    queryKey: messageKeys.massMessages.of('newest'),
    queryFn: ({ signal }) => api.call(routes.massMessageHistory, { query: { limit: newestCount }, signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.some(isOpen) ? pollingMs.openMassMessage : pollingMs.massMessages,
  });
  const whole = useQuery({
    queryKey: messageKeys.massMessageHistory.all,
    queryFn: ({ signal }) => api.call(routes.massMessageHistory, { signal, timeoutMs: wholeTimeoutMs }),
    refetchOnMount: 'always',
    refetchInterval: pollingMs.massMessageHistory,
  });
  const data = useMemo(
    () => newest.data && [...newest.data, ...without(whole.data ?? [], newest.data)],
    [newest.data, whole.data],
  );
  return {
    data,
    error: newest.error ?? whole.error,
    isFetching: newest.isFetching || whole.isFetching,
    refetch: () => Promise.all([newest.refetch(), whole.refetch()]),
  };
}

function without(messages: readonly MassMessage[], left: readonly MassMessage[]): MassMessage[] {
  const ids = new Set(left.map(({ id }) => id));
  return messages.filter(({ id }) => !ids.has(id));
}

/** The organization's templates, newest first. */
export const useMassTemplates = () =>
  useRouteQuery(routes.massMessageTemplates, templatesKey, { refetchOnMount: 'always' });

/** Everybody who can be chosen. */
export const useAddressees = () =>
  useRouteQuery(routes.massMessageAddressees, messageKeys.addressees.all, { staleTime: 60_000 });

/** How each recipient of a message stands. */
export function useRecipients(message: MassMessage) {
  const api = useApi();
  return useQuery({
    queryKey: messageKeys.massMessages.of('recipients', message.id),
    queryFn: ({ signal }) => api.call(routes.massMessageRecipients, { params: { id: message.id }, signal }),
    refetchInterval: isOpen(message) ? pollingMs.openMassMessage : pollingMs.massMessages,
  });
}

/** What sending would do, with the product time of the answer; `key` stands for the content. */
export function usePreview(key: string, body: MessageBody) {
  const api = useApi();
  return useQuery({
    queryKey: messageKeys.massMessagePreview.of(key),
    queryFn: async ({ signal }) => {
      const preview = await api.call(routes.previewMassMessage, { body, signal });
      return { preview, atMs: clock.now() };
    },
    // An answer of an earlier question says nothing of how locations stand now.
    gcTime: 0,
    // What the form lacks is not asked twice.
    retry: (count, thrown) => count < 1 && !(thrown instanceof ApiFailure && thrown.status === 400),
    refetchInterval: previewEveryMs,
  });
}

export const useSendMessage = () =>
  useChange(
    (api, body: MessageBody & { key: string }) =>
      api.call(routes.sendMassMessage, { body, timeoutMs: sendTimeoutMs }),
    messageKeys.massMessages.all,
  );

/** A saved template is in the list at once, before the list is asked for again. */
function useTemplateChange<Input>(call: Parameters<typeof useChange<Input, MassMessage>>[0]) {
  const client = useQueryClient();
  return useChange(call, templatesKey, (saved) =>
    client.setQueryData<MassMessage[]>(
      templatesKey,
      (before) => before && [saved, ...before.filter(({ id }) => id !== saved.id)],
    ),
  );
}

export const useAddTemplate = () =>
  useTemplateChange((api, body: MessageBody) =>
    api.call(routes.addMassMessageTemplate, { body, once: true }),
  );

export const useChangeTemplate = () =>
  useTemplateChange((api, body: MessageBody & { id: string; revision?: number | undefined }) =>
    api.call(routes.changeMassMessageTemplate, { body }),
  );

/** `onDeleted` is called before the list is asked for again. */
export const useDeleteTemplate = (onDeleted: (id: string) => void) =>
  useChange(
    (api, id: string) => api.call(routes.deleteMassMessageTemplate, { params: { id } }),
    templatesKey,
    (_, id) => onDeleted(id),
  );
