import type { RadarList } from '@allclear/contract';
import { useEffect, useMemo, useState } from 'react';
import { useApi } from '../../services.ts';
import { createDecoded, type Decoded } from './decoded.ts';
import { createPictures, type PictureState } from './pictures.ts';
import { framesSoon } from './playback.ts';
import { type MapView, type PictureBox, pictureAddress, pictureBox } from './view.ts';

export interface RadarPictures {
  /** Of each frame, oldest first. */
  readonly states: readonly PictureState[];
  readonly box: PictureBox | null;
  /** The frame's pixels; null while they are not there. */
  pixels(frame: number): Decoded;
  /** Called when more pixels are there, until the function that it returns is called. */
  onPixels(listener: () => void): () => void;
}

/** As many are decoded while the map plays: the one that is shown and the next. */
const decodedAhead = 3;

/** The pictures of a list's frames for the view: the wanted one at once, the others when `all` are. Each is loaded once for a view. */
export function useRadarPictures(list: RadarList | undefined, view: MapView | null, wanted: number, all: boolean): RadarPictures {
  const api = useApi();
  const [changes, setChanges] = useState(0);
  const [pictures] = useState(() =>
    createPictures(
      (address, signal) => api.file({ method: 'GET', path: address.replace(/^\/api\//, '') }, { signal }),
      () => setChanges((count) => count + 1),
    ),
  );
  const [decoded] = useState(() =>
    createDecoded(
      (picture) => createImageBitmap(picture),
      () => setChanges((count) => count + 1),
    ),
  );
  useEffect(
    () => () => {
      pictures.close();
      decoded.close();
    },
    [pictures, decoded],
  );

  const box = useMemo(() => view && pictureBox(view), [view]);
  const frames = list?.frames;
  const addresses = useMemo(() => (box && frames ? frames.map(({ imageUrl }) => pictureAddress(imageUrl, box)) : []), [box, frames]);
  useEffect(() => {
    // From the wanted frame on, in the order in which they will be played.
    const inOrder = addresses.map((_, i) => addresses[(Math.max(0, wanted) + i) % addresses.length]!);
    pictures.want(all ? inOrder : inOrder.slice(0, 1));
  }, [pictures, addresses, wanted, all]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `changes` says that the pictures are others
  const known = useMemo(() => {
    const picture = (frame: number) => {
      const address = addresses[frame];
      return address === undefined ? null : pictures.picture(address);
    };
    const states = addresses.map((address, frame) => {
      const there = picture(frame);
      return there && decoded.of(there) === 'broken' ? 'missing' : pictures.state(address);
    });
    return { states, picture };
  }, [addresses, pictures, decoded, changes]);

  useEffect(() => {
    const soon = framesSoon(wanted, known.states, all ? decodedAhead : 1);
    decoded.keep(soon.map(known.picture).filter((picture) => picture !== null));
  }, [decoded, known, wanted, all]);

  return useMemo(
    () => ({
      states: known.states,
      box,
      pixels: (frame: number) => {
        const picture = known.picture(frame);
        return picture && decoded.of(picture);
      },
      onPixels: decoded.onChange,
    }),
    [known, box, decoded],
  );
}
