import type { AskedRequest } from '@allclear/contract';
import { CloseButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { pollEveryMs } from '../../api/polling.ts';
import { responseKeys } from '../../api/query-keys/responses.ts';
import { routes } from '../../api/routes.ts';
import { useRouteQuery } from '../../api/use-route.ts';
import { clock } from '../../clock/clock.ts';
import { useServices } from '../../services.ts';
import { WarningDialog } from '../../ui/WarningDialog.tsx';
import { ResponsePanel } from './ResponsePanel.tsx';
import classes from './Responses.module.css';
import { ResponseOutbox } from './response-outbox.ts';
import { UnsentResponses } from './UnsentResponses.tsx';

const key = responseKeys.openRequests.all;
/** Those of each person who has signed in on this page; they stay while the page shows another frame. */
const outboxes = new Map<string, ResponseOutbox>();

function outboxOf(userId: string): ResponseOutbox {
  const outbox = outboxes.get(userId) ?? new ResponseOutbox();
  outboxes.set(userId, outbox);
  return outbox;
}

interface ResponseBarProps {
  userId: string;
  /** The person asked to sign out, and a response is not sent. */
  isLeaving: boolean;
  onLeave: () => void;
  onStay: () => void;
}

/** On every page: the newest message that asks the user for a response, until the user has responded and closed it. */
export default function ResponseBar({ userId, isLeaving, onLeave, onStay }: ResponseBarProps) {
  const { data } = useRouteQuery(routes.openResponseRequests, key, {
    refetchInterval: () => pollEveryMs('warnings', clock.speed()),
  });
  // Responded here, and not closed yet.
  const [shownId, setShownId] = useState<string | null>(null);
  const outbox = useOutbox(userId, setShownId);
  const hasItems = useSyncExternalStore(outbox.subscribe, outbox.items).some(
    ({ kind }) => kind !== 'sending',
  );
  const open = (data ?? []).filter(({ response }) => response === null);
  const request = data?.find(({ id }) => id === shownId) ?? open[0];
  const more = open.filter(({ id }) => id !== request?.id).length;
  const leave = () => {
    outbox.drop();
    onLeave();
  };
  return (
    <>
      {(request || hasItems) && (
        <section className={classes.bar} aria-label="A response is asked for">
          <UnsentResponses outbox={outbox} />
          {request && <Asked request={request} outbox={outbox} onClose={() => setShownId(null)} />}
          {more > 0 && (
            <p className={classes.more}>
              {more} more {more === 1 ? 'message asks' : 'messages ask'} for a response.
            </p>
          )}
        </section>
      )}
      {isLeaving && (
        <WarningDialog
          opened
          title="Sign out without sending?"
          confirm="Sign out and drop"
          cancel="Stay signed in"
          onConfirm={leave}
          onCancel={onStay}
        >
          <p>Your response has not been sent. It is dropped when you sign out, and nobody learns of it.</p>
        </WarningDialog>
      )}
    </>
  );
}

interface AskedProps {
  request: AskedRequest;
  outbox: ResponseOutbox;
  onClose: () => void;
}

function Asked({ request, outbox, onClose }: AskedProps) {
  return (
    <>
      <div className={classes.head}>
        <h2>{request.headline}</h2>
        {request.response !== null && (
          <CloseButton
            size="lg"
            aria-label={`Close the response to: ${request.headline}`}
            onClick={onClose}
          />
        )}
      </div>
      <details className={classes.message}>
        <summary>Read the message</summary>
        <p>{request.text}</p>
      </details>
      <ResponsePanel key={request.id} request={request} outbox={outbox} />
    </>
  );
}

/** What the person pressed on this device, sent as soon as that is possible. */
function useOutbox(userId: string, onSent: (requestId: string) => void): ResponseOutbox {
  const { api, connection } = useServices();
  const client = useQueryClient();
  const outbox = outboxOf(userId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown does not open it again
  useEffect(
    () =>
      outbox.open({
        ...{ connection, kept: { storage: window.localStorage, userId } },
        send: (id, body, timeoutMs) => api.call(routes.respond, { params: { id }, body, timeoutMs }),
        onSent: (answer) => {
          onSent(answer.id);
          client.setQueryData<AskedRequest[]>(key, (before) =>
            before?.map((one) => (one.id === answer.id ? answer : one)),
          );
        },
      }),
    [api, connection, client, userId, outbox],
  );
  return outbox;
}
