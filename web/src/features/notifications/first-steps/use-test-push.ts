import { useEffect, useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { useSendTest } from '../settings/use-settings.ts';

/** Real ms in which a test arrives where push works. */
const waitMs = 60_000;

export type TestState =
  | { readonly kind: 'none' | 'sending' | 'waiting' | 'late' | 'received' }
  | { readonly kind: 'failed'; readonly message: string };

/** Sends a test and waits until the service worker of this browser reports that a push has arrived. */
export function useTestPush(): { state: TestState; send: () => Promise<void> } {
  const test = useSendTest();
  const [state, setState] = useState<TestState>({ kind: 'none' });
  const isWaiting = state.kind === 'waiting' || state.kind === 'sending' || state.kind === 'late';
  useEffect(() => {
    if (!isWaiting || !('serviceWorker' in navigator)) return;
    const onMessage = ({ data }: MessageEvent) => {
      // A warning that arrives meanwhile is not the test.
      if (data?.type === 'push-received' && data.kind === 'test') setState({ kind: 'received' });
    };
    navigator.serviceWorker.addEventListener('message', onMessage);
    return () => navigator.serviceWorker.removeEventListener('message', onMessage);
  }, [isWaiting]);
  useEffect(() => {
    if (state.kind !== 'waiting') return;
    const timer = setTimeout(() => setState({ kind: 'late' }), waitMs);
    return () => clearTimeout(timer);
  }, [state]);
  const send = async () => {
    setState({ kind: 'sending' });
    try {
      await test.mutateAsync();
      // The push may be faster than the answer.
      setState((now) => (now.kind === 'sending' ? { kind: 'waiting' } : now));
    } catch (thrown) {
      setState({ kind: 'failed', message: messageOf(thrown) });
    }
  };
  return { state, send };
}
