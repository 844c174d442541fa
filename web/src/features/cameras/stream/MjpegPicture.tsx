import { useEffect, useRef } from 'react';
import { followPictures } from '../../../api/live-camera/mjpeg.ts';
import classes from './Stream.module.css';

interface MjpegPictureProps {
  address: string;
  name: string;
  onPicture: () => void;
}

/**
 * Pictures of a stream, one after another. One that comes while another is still being decoded replaces those that
 * wait, so a slow computer skips pictures and is never behind. Bytes that are no picture are not shown, and count for
 * nothing.
 */
export function MjpegPicture({ address, name, onPicture }: MjpegPictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const waiting = useRef<Blob | null>(null);
  const drawn = useRef<string | null>(null);
  useEffect(() => {
    const stopped = new AbortController();
    void followPictures(
      address,
      (picture) => {
        waiting.current = picture;
        if (drawn.current === null) draw(image.current, waiting, drawn);
      },
      stopped.signal,
    );
    return () => {
      stopped.abort();
      if (drawn.current !== null) URL.revokeObjectURL(drawn.current);
      drawn.current = null;
      waiting.current = null;
    };
  }, [address]);
  const next = () => {
    if (drawn.current !== null) URL.revokeObjectURL(drawn.current);
    drawn.current = null;
    draw(image.current, waiting, drawn);
  };
  return (
    <img
      ref={image}
      className={classes.picture}
      alt={`${name}, live`}
      onLoad={() => {
        onPicture();
        next();
      }}
      onError={next}
    />
  );
}

/** Gives the picture that waits to the element. */
function draw(
  image: HTMLImageElement | null,
  waiting: { current: Blob | null },
  drawn: { current: string | null },
): void {
  const picture = waiting.current;
  if (!image || !picture) return;
  waiting.current = null;
  drawn.current = URL.createObjectURL(picture);
  image.src = drawn.current;
}
