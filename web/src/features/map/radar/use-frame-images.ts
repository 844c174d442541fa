import type { RadarList } from '@allclear/contract';
import { useEffect, useMemo, useState } from 'react';
import { useApi } from '../../../services.ts';
import { type ImageBox, imageAddress, imageBox, type MapView } from '../view.ts';
import { createDecoded, type Decoded } from './decoded-images.ts';
import { createRadarImages, type ImageState } from './frame-images.ts';
import { framesSoon } from './playback.ts';

export interface RadarImages {
  /** Of each frame, oldest first. */
  readonly states: readonly ImageState[];
  readonly box: ImageBox | null;
  /** The frame's pixels; null until they are decoded. */
  pixels(frame: number): Decoded;
  /** Called when more pixels are decoded, until unsubscribed by the returned function. */
  onPixels(listener: () => void): () => void;
}

/** The number of images decoded during playback: the shown one and the next. */
const decodedAhead = 3;

/**
 * The images of a list's frames for the view: the wanted one at once, the others when `all` are. Each is
 * loaded once for a view.
 */
export function useRadarImages(
  list: RadarList | undefined,
  view: MapView | null,
  wanted: number,
  all: boolean,
): RadarImages {
  const api = useApi();
  const [changes, setChanges] = useState(0);
  const [images] = useState(() =>
    createRadarImages(
      (address, signal) => api.file({ method: 'GET', path: address.replace(/^\/api\//, '') }, { signal }),
      () => setChanges((count) => count + 1),
    ),
  );
  const [decoded] = useState(() =>
    createDecoded(
      (image) => createImageBitmap(image),
      () => setChanges((count) => count + 1),
    ),
  );
  useEffect(
    () => () => {
      images.close();
      decoded.close();
    },
    [images, decoded],
  );

  const box = useMemo(() => view && imageBox(view), [view]);
  const frames = list?.frames;
  const addresses = useMemo(
    () => (box && frames ? frames.map(({ imageUrl }) => imageAddress(imageUrl, box)) : []),
    [box, frames],
  );
  useEffect(() => {
    // From the wanted frame on, in playback order.
    const first = addresses.length === 0 ? 0 : Math.max(0, wanted) % addresses.length;
    const inOrder = [...addresses.slice(first), ...addresses.slice(0, first)];
    images.want(all ? inOrder : inOrder.slice(0, 1));
  }, [images, addresses, wanted, all]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `changes` says that the images are others
  const current = useMemo(() => {
    const image = (frame: number) => {
      const address = addresses[frame];
      return address === undefined ? null : images.image(address);
    };
    const states = addresses.map((address, frame) => {
      const there = image(frame);
      return there && decoded.of(there) === 'broken' ? 'missing' : images.state(address);
    });
    return { states, image };
  }, [addresses, images, decoded, changes]);

  useEffect(() => {
    const soon = framesSoon(wanted, current.states, all ? decodedAhead : 1);
    decoded.retain(soon.map(current.image).filter((image) => image !== null));
  }, [decoded, current, wanted, all]);

  return useMemo(
    () => ({
      states: current.states,
      box,
      pixels: (frame: number) => {
        const image = current.image(frame);
        return image && decoded.of(image);
      },
      onPixels: decoded.onChange,
    }),
    [current, box, decoded],
  );
}
