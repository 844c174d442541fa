import type * as contract from '@allclear/contract';
import type { DataOf } from '@allclear/contract';
import { cameraTexts } from '@allclear/contract/live-stream';
import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import type { LiveStreamTimings } from '../../api/live-camera/live-stream.ts';
import { routes } from '../../api/routes.ts';
import classes from '../../features/cameras/Cameras.module.css';
import { takeLinkToken } from '../../features/cameras/link-token.ts';
import { CameraPanel, ClosedPanel } from '../../features/cameras/stream/CameraPanel.tsx';
import { useApi } from '../../services.ts';
import { FullPage } from '../../ui/FullPage.tsx';
import { PoweredBy } from '../../ui/Logo.tsx';

type Shared = DataOf<typeof contract.openCameraLink>;
type LinkState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly shared: Shared }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly message: string };

/** /camera: what a share link shows, for somebody without an account. */
export default function CameraLinkPage({ timings }: { timings?: LiveStreamTimings }) {
  const token = useLinkToken();
  useEffect(() => {
    document.title = 'Live camera · Allclear';
  }, []);
  if (token === null)
    return (
      <FullPage
        isPublic
        title="This address is not complete"
        text="Open the link again as it was sent to you. For safety it is not kept in the browser."
      />
    );
  return <SharedCamera key={token} token={token} timings={timings} />;
}

/** The token of the address, also of a link that is opened later in the same tab. */
function useLinkToken(): string | null {
  const [token, setToken] = useState(() => takeLinkToken(window.location, window.history));
  useEffect(() => {
    const take = () => setToken(takeLinkToken(window.location, window.history));
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return token;
}

interface SharedCameraProps {
  token: string;
  timings: LiveStreamTimings | undefined;
}

function SharedCamera({ token, timings }: SharedCameraProps) {
  const { state, open } = useOpenedLink(token);
  const [reason, setReason] = useState<string | null>(null);
  const close = useCallback((why: string) => setReason(why), []);
  /** The link may have ended meanwhile: it is opened again before it is watched again. */
  const again = () => {
    setReason(null);
    open();
  };
  if (state.kind === 'opening') return <FullPage busy title="Opening the camera…" />;
  if (state.kind === 'ended' || reason === cameraTexts.linkEnded) return <EndedLink />;
  if (state.kind === 'failed')
    return (
      <FullPage isPublic title="The camera could not be opened" text={state.message}>
        <Button onClick={again}>Try again</Button>
      </FullPage>
    );
  const { cameraId, cameraName, organizationName, simulated, expiresUtc } = state.shared;
  return (
    <main id="content" className={classes.public}>
      <h1>{cameraName}</h1>
      <p>{organizationName}</p>
      {reason === null ? (
        <CameraPanel
          camera={{ id: cameraId, name: cameraName, simulated }}
          token={token}
          timings={timings}
          onClosed={close}
          onStop={() => setReason('You have stopped watching.')}
        />
      ) : (
        <ClosedPanel reason={reason} onRetry={again} />
      )}
      <div className={classes.foot}>
        <p>This link ends {endText(expiresUtc)}.</p>
        <PoweredBy />
      </div>
    </main>
  );
}

function EndedLink() {
  return (
    <FullPage
      isPublic
      title={cameraTexts.linkEnded}
      text="It has expired, was revoked, or is not complete. Ask whoever sent it to you for a new one."
    />
  );
}

/** Asks what the link shows; `open` asks again. */
function useOpenedLink(token: string): { state: LinkState; open: () => void } {
  const api = useApi();
  const [state, setState] = useState<LinkState>({ kind: 'opening' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    const stopped = new AbortController();
    setState({ kind: 'opening' });
    api.call(routes.openCameraLink, { body: { token }, signal: stopped.signal }).then(
      (shared) => setState({ kind: 'open', shared }),
      (thrown: unknown) => {
        if (!stopped.signal.aborted) setState(failureOf(thrown));
      },
    );
    return () => stopped.abort();
  }, [api, token, attempt]);
  return { state, open: () => setAttempt((count) => count + 1) };
}

function failureOf(thrown: unknown): LinkState {
  const isEnded = thrown instanceof ApiFailure && [400, 404].includes(thrown.status);
  return isEnded ? { kind: 'ended' } : { kind: 'failed', message: messageOf(thrown) };
}

function endText(iso: string): string {
  return new Date(iso).toLocaleString('en-US', {
    ...{ month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  });
}
