import type { RadarList } from '@allclear/contract';
import { useEffect, useMemo, useState } from 'react';
import { useApi } from '../../services.ts';
import { createPictures, type PictureState } from './pictures.ts';
import { type MapView, type PictureBox, pictureAddress, pictureBox } from './view.ts';

export interface RadarPictures {
  /** Of each frame, oldest first. */
  readonly states: readonly PictureState[];
  readonly box: PictureBox | null;
  picture(frame: number): Blob | null;
}

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
  useEffect(() => () => pictures.close(), [pictures]);

  const box = useMemo(() => view && pictureBox(view), [view]);
  const frames = list?.frames;
  const addresses = useMemo(() => (box && frames ? frames.map(({ imageUrl }) => pictureAddress(imageUrl, box)) : []), [box, frames]);
  useEffect(() => {
    // From the wanted frame on, in the order in which they will be played.
    const inOrder = addresses.map((_, i) => addresses[(Math.max(0, wanted) + i) % addresses.length]!);
    pictures.want(all ? inOrder : inOrder.slice(0, 1));
  }, [pictures, addresses, wanted, all]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `changes` says that the pictures are others
  return useMemo(
    () => ({
      states: addresses.map((address) => pictures.state(address)),
      box,
      picture: (frame: number) => {
        const address = addresses[frame];
        return address === undefined ? null : pictures.picture(address);
      },
    }),
    [addresses, box, pictures, changes],
  );
}
