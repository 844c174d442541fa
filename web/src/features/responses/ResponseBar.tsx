import type { AskedRequest } from '@allclear/contract';
import { CloseButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pollEveryMs } from '../../api/polling.ts';
import { responseKeys } from '../../api/query-keys/responses.ts';
import { routes } from '../../api/routes.ts';
import { useRouteQuery } from '../../api/use-route.ts';
import { clock } from '../../clock/clock.ts';
import { useApi } from '../../services.ts';
import { ResponsePanel } from './ResponsePanel.tsx';
import classes from './Responses.module.css';

const key = responseKeys.openRequests.all;

/** On every page: the newest message that asks the user for a response, until the user has responded and closed it. */
export default function ResponseBar() {
  const api = useApi();
  const client = useQueryClient();
  const { data } = useRouteQuery(routes.openResponseRequests, key, {
    refetchInterval: () => pollEveryMs('warnings', clock.speed()),
  });
  // Responded here, and not closed yet.
  const [shownId, setShownId] = useState<string | null>(null);
  const open = (data ?? []).filter(({ response }) => response === null);
  const request = data?.find(({ id }) => id === shownId) ?? open[0];
  if (!request) return null;
  const more = open.filter(({ id }) => id !== request.id).length;
  const onSent = (answer: AskedRequest) => {
    setShownId(answer.id);
    client.setQueryData<AskedRequest[]>(key, (before) =>
      before?.map((one) => (one.id === answer.id ? answer : one)),
    );
  };
  return (
    <section className={classes.bar} aria-label="A response is asked for">
      <div className={classes.head}>
        <h2>{request.headline}</h2>
        {request.response !== null && (
          <CloseButton
            size="lg"
            aria-label={`Close the response to: ${request.headline}`}
            onClick={() => setShownId(null)}
          />
        )}
      </div>
      <details className={classes.message}>
        <summary>Read the message</summary>
        <p>{request.text}</p>
      </details>
      <ResponsePanel
        key={request.id}
        request={request}
        send={(body) => api.call(routes.respond, { params: { id: request.id }, body })}
        onSent={onSent}
      />
      {more > 0 && (
        <p className={classes.more}>
          {more} more {more === 1 ? 'message asks' : 'messages ask'} for a response.
        </p>
      )}
    </section>
  );
}
