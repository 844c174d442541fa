import { cameraTexts, streamEndings } from '@allclear/contract/live-stream';
import { Button, Loader } from '@mantine/core';
import { IconVideoOff } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { LiveStreamTimings } from '../../../api/live-camera/live-stream.ts';
import { startAge } from '../../../clock/elapsed.ts';
import { ContinueDialog } from './ContinueDialog.tsx';
import { HlsPicture } from './HlsPicture.tsx';
import { MjpegPicture } from './MjpegPicture.tsx';
import { PictureAge } from './PictureAge.tsx';
import classes from './Stream.module.css';
import { useLiveStream } from './use-live-stream.ts';

interface CameraPanelProps {
  camera: { readonly id: string; readonly name: string; readonly simulated: boolean };
  /** That of a share link; the session's unless given. */
  token?: string | undefined;
  timings?: LiveStreamTimings | undefined;
  /** The session is over, with what people are told. */
  onClosed: (reason: string) => void;
  /** The viewer does not want to go on. */
  onStop: () => void;
}

/** A camera, live: what it shows, how far its connection is, and the question after 3 minutes. */
export function CameraPanel({ camera, token, timings, onClosed, onStop }: CameraPanelProps) {
  const { state, proceed } = useLiveStream(camera.id, token, timings);
  const [isShown, setShown] = useState(false);
  const lastPicture = useRef<(() => number) | null>(null);
  const age = useCallback(() => lastPicture.current?.() ?? 0, []);
  const show = useCallback(() => {
    lastPicture.current = startAge();
    setShown(true);
  }, []);
  const reason = state.kind === 'closed' ? state.reason : null;
  useEffect(() => {
    if (reason !== null) onClosed(reason);
  }, [reason, onClosed]);
  if (state.kind === 'closed') return null;
  return (
    <section className={classes.stage} aria-label={camera.name}>
      {state.kind === 'streaming' && (
        <Picture key={state.address} address={state.address} name={camera.name} onPicture={show} />
      )}
      {camera.simulated && <p className={classes.badge}>Simulated</p>}
      {isShown ? (
        <PictureAge age={age} />
      ) : (
        <Connecting progress={state.kind === 'connecting' ? state.progress : ''} />
      )}
      {state.kind === 'streaming' && state.secondsLeft !== null && (
        <ContinueDialog secondsLeft={state.secondsLeft} onContinue={proceed} onStop={onStop} />
      )}
    </section>
  );
}

interface PictureProps {
  address: string;
  name: string;
  /** A picture is on the screen that was not there before. */
  onPicture: () => void;
}

function Picture({ address, ...rest }: PictureProps) {
  const { pathname } = new URL(address);
  return pathname.endsWith(streamEndings.hls) || pathname.endsWith('.m3u8') ? (
    <HlsPicture address={address} {...rest} />
  ) : (
    <MjpegPicture address={address} {...rest} />
  );
}

const connectingText = 'Connecting to camera...';

/** Progress that says the same is not said twice. */
function Connecting({ progress }: { progress: string }) {
  return (
    <div className={classes.words} role="status">
      <Loader size={28} aria-hidden="true" />
      <h2>{connectingText}</h2>
      <p>This might take up to 30 seconds to complete.</p>
      {progress !== '' && progress !== connectingText && <p>{progress}</p>}
    </div>
  );
}

/** Why a session is over, where the viewer may try again. */
export function ClosedPanel({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <section className={`${classes.stage} ${classes.still}`} aria-label="Live camera">
      <div className={classes.words} role="alert">
        <IconVideoOff size={32} aria-hidden="true" />
        <h2>{reason}</h2>
        {reason !== cameraTexts.gone && reason !== cameraTexts.linkEnded && (
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </section>
  );
}
