import type Hls from 'hls.js';
import { useEffect, useRef, useState } from 'react';
import classes from './Stream.module.css';

interface HlsPictureProps {
  address: string;
  name: string;
  onPicture: () => void;
}

const playlistType = 'application/vnd.apple.mpegurl';
const againAfterMs = 1_000;

/**
 * Whether the browser plays live playlists by itself. Chromium says so and gives up when a playlist has nothing new; it
 * has MediaSource, so hls.js plays there. Safari has ManagedMediaSource, or on older telephones no MediaSource at all.
 */
function playsByItself(element: HTMLVideoElement): boolean {
  const needsNoLibrary = 'ManagedMediaSource' in window || !('MediaSource' in window);
  return needsNoLibrary && element.canPlayType(playlistType) !== '';
}

/**
 * A stream of an HLS playlist: played by the browser where it can, else by hls.js, which is loaded only then, also when
 * the browser fails. The picture counts as new while its time goes on.
 */
export function HlsPicture({ address, name, onPicture }: HlsPictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  const lastSecond = useRef(0);
  const [behind, setBehind] = useState<number | null>(null);
  const player = useRef<Hls | null>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    let isOver = false;
    const byLibrary = () =>
      void playByLibrary(element, address, () => isOver).then((made) => {
        player.current = made;
      });
    const onError = () => {
      if (!isOver) byLibrary();
    };
    if (playsByItself(element)) {
      // Later errors are those of the library.
      element.addEventListener('error', onError, { once: true });
      element.src = address;
    } else byLibrary();
    return () => {
      isOver = true;
      element.removeEventListener('error', onError);
      player.current?.destroy();
      player.current = null;
      element.removeAttribute('src');
      element.load();
    };
  }, [address]);
  const goOn = () => {
    const second = video.current?.currentTime ?? 0;
    if (second === lastSecond.current) return;
    lastSecond.current = second;
    const latency = player.current?.latency ?? 0;
    setBehind(latency >= 1 ? Math.round(latency) : null);
    onPicture();
  };
  return (
    <>
      <video
        ref={video}
        className={classes.picture}
        aria-label={`${name}, live`}
        autoPlay
        muted
        playsInline
        onTimeUpdate={goOn}
      />
      {behind !== null && <p className={classes.behind}>About {behind} s behind</p>}
    </>
  );
}

async function playByLibrary(
  element: HTMLVideoElement,
  address: string,
  isOver: () => boolean,
): Promise<Hls | null> {
  const { default: Library } = await import('hls.js/light');
  if (isOver() || !Library.isSupported()) return null;
  const player = new Library({ enableWorker: false, backBufferLength: 0 });
  player.on(Library.Events.ERROR, (_, { fatal, type }) => {
    if (!fatal || isOver()) return;
    if (type === Library.ErrorTypes.MEDIA_ERROR) player.recoverMediaError();
    else
      setTimeout(() => {
        if (!isOver()) player.loadSource(address);
      }, againAfterMs);
  });
  player.loadSource(address);
  player.attachMedia(element);
  return player;
}
