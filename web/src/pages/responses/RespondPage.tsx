import type { AskedRequest } from '@allclear/contract';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import { routes } from '../../api/routes.ts';
import { ResponsePanel } from '../../features/responses/ResponsePanel.tsx';
import classes from '../../features/responses/Responses.module.css';
import { ResponseOutbox } from '../../features/responses/response-outbox.ts';
import { takeResponseToken } from '../../features/responses/response-token.ts';
import { UnsentResponses } from '../../features/responses/UnsentResponses.tsx';
import { useApi, useServices } from '../../services.ts';
import { FullPage } from '../../ui/FullPage.tsx';
import { PoweredBy } from '../../ui/Logo.tsx';

type LinkState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly request: AskedRequest }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly message: string };

/** /respond: what the link of a message asks, without a sign-in. Opening it changes nothing. */
export default function RespondPage() {
  const token = useLinkToken();
  useEffect(() => {
    document.title = 'Respond · Allclear';
  }, []);
  if (token === null)
    return (
      <FullPage
        isPublic
        title="This address is not complete"
        text="Open the link again as it was sent to you. It is not kept in the browser."
      />
    );
  return <LinkedRequest key={token} token={token} />;
}

/** The token of the address, also of a link that is opened later in the same tab. */
function useLinkToken(): string | null {
  const [token, setToken] = useState(() => takeResponseToken(window.location, window.history));
  useEffect(() => {
    const take = () => setToken(takeResponseToken(window.location, window.history));
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return token;
}

function LinkedRequest({ token }: { token: string }) {
  const { state, open, setRequest } = useLinkedRequest(token);
  const outbox = useLinkOutbox(token, setRequest);
  if (state.kind === 'opening') return <FullPage busy title="Opening the message…" />;
  if (state.kind === 'ended')
    return (
      <FullPage
        isPublic
        title="This link is over or not complete"
        text="A message asks for a response for 12 hours. If you need help, call the emergency number or your organization."
      />
    );
  if (state.kind === 'failed')
    return (
      <FullPage isPublic title="The message could not be opened" text={state.message}>
        <Button onClick={open}>Try again</Button>
      </FullPage>
    );
  const { request } = state;
  return (
    <main id="content" className={classes.page}>
      <h1>{request.headline}</h1>
      <MessageText text={request.text} />
      <UnsentResponses outbox={outbox} />
      <ResponsePanel request={request} outbox={outbox} />
      <PoweredBy />
    </main>
  );
}

/** Longer texts are folded: on a phone the presses stand on the first screen. */
const shownCharacters = 240;

function MessageText({ text }: { text: string }) {
  if (text.length <= shownCharacters) return <p className={classes.text}>{text}</p>;
  return (
    <details className={classes.message}>
      <summary>Read the message</summary>
      <p>{text}</p>
    </details>
  );
}

/** What was pressed by the link: this page alone has it, because its token is in no storage. */
function useLinkOutbox(token: string, onSent: (request: AskedRequest) => void): ResponseOutbox {
  const { api, connection } = useServices();
  const [outbox] = useState(() => new ResponseOutbox());
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that came does not open it again
  useEffect(() => {
    const headers = { Authorization: `Bearer ${token}` };
    return outbox.open({
      ...{ connection, kept: null, onSent },
      send: (_, body, timeoutMs) => api.call(routes.respondByLink, { headers, body, timeoutMs }),
    });
  }, [api, connection, token, outbox]);
  return outbox;
}

/** Asks what the link is of; `open` asks again. */
function useLinkedRequest(token: string) {
  const api = useApi();
  const [state, setState] = useState<LinkState>({ kind: 'opening' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    const stopped = new AbortController();
    setState({ kind: 'opening' });
    const headers = { Authorization: `Bearer ${token}` };
    api.call(routes.getLinkedRequest, { headers, signal: stopped.signal }).then(
      (request) => setState({ kind: 'open', request }),
      (thrown: unknown) => {
        if (!stopped.signal.aborted) setState(failureOf(thrown));
      },
    );
    return () => stopped.abort();
  }, [api, token, attempt]);
  return {
    state,
    open: () => setAttempt((count) => count + 1),
    setRequest: (request: AskedRequest) => setState({ kind: 'open', request }),
  };
}

function failureOf(thrown: unknown): LinkState {
  const isEnded = thrown instanceof ApiFailure && thrown.status === 404;
  return isEnded ? { kind: 'ended' } : { kind: 'failed', message: messageOf(thrown) };
}
