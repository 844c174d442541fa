import type { CheckIn } from '@allclear/contract';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { useServices } from '../../../services.ts';
import { checkInOwner } from '../../../session/queued-entries.ts';
import { checkInOutbox } from '../entry-outbox.ts';

/** What the code of a shelter opens. */
export type CodeState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly checkIn: CheckIn }
  /** No roll-call is open there now, or it is no code. */
  | { readonly kind: 'none'; readonly message: string }
  /** Nothing is known: what is entered waits. */
  | { readonly kind: 'away'; readonly message: string }
  /** Asked too often. */
  | { readonly kind: 'refused'; readonly message: string };

/** Asks what a code opens; `ask` asks again. What was counted last of this phone is in `counted`. */
export function useCheckIn(code: string) {
  const { api, connection } = useServices();
  const [state, setState] = useState<CodeState>({ kind: 'opening' });
  const [counted, setCounted] = useState<CheckIn | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    const stopped = new AbortController();
    api
      .call(routes.getCheckIn, { headers: { Authorization: `Bearer ${code}` }, signal: stopped.signal })
      .then(
        (checkIn) => setState({ kind: 'open', checkIn }),
        (thrown: unknown) => {
          if (!stopped.signal.aborted) setState(stateOf(thrown));
        },
      );
    return () => stopped.abort();
  }, [api, code, attempt]);
  useEffect(
    () =>
      checkInOutbox.open({
        ...{ api, connection, id: checkInOwner, storage: window.localStorage },
        onSent: (_, answer) => {
          if (answer.kind !== 'check-in') return;
          setCounted(answer.checkIn);
          setState({ kind: 'open', checkIn: answer.checkIn });
        },
      }),
    [api, connection],
  );
  const items = useSyncExternalStore(checkInOutbox.subscribe, checkInOutbox.items);
  const ask = () => setAttempt((before) => before + 1);
  // What a phone without a network did not learn is asked for when the network is back.
  useEffect(() => {
    if (state.kind !== 'away') return;
    const again = () => setAttempt((before) => before + 1);
    const timer = setInterval(again, askAgainMs);
    window.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [state.kind]);
  return { state, counted, items, ask };
}

/** Real ms. */
const askAgainMs = 15_000;

function stateOf(thrown: unknown): CodeState {
  const message = messageOf(thrown);
  if (!(thrown instanceof ApiFailure) || thrown.status === 0 || thrown.status >= 500)
    return { kind: 'away', message };
  return thrown.status === 404 ? { kind: 'none', message } : { kind: 'refused', message };
}
