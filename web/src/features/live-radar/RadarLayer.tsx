import type { CanvasSource } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { Layer, Source, useMap } from 'react-map-gl/maplibre';
import { lowSlots } from './map-paint.ts';
import type { RadarPictures } from './use-radar-pictures.ts';
import { cornersOf } from './view.ts';

const somewhere = cornersOf({ top: 1, right: 1, bottom: 0, left: 0, width: 1, height: 1 });

/**
 * Draws one frame's picture. The pixels of the frame before stand until those of the next are decoded, so that playback neither flashes nor tears;
 * `frame` -1, or a picture that is missing, clears the layer: no frame passes for another.
 */
export function RadarLayer({ pictures, frame, opacity, id = 'radar' }: { pictures: RadarPictures; frame: number; opacity: number; id?: string }) {
  const { current: map } = useMap();
  const [canvas] = useState(() => {
    const made = document.createElement('canvas');
    [made.width, made.height] = [1, 1];
    return made;
  });
  /** Where the picture lies: kept for when the base map is changed and the source is made anew. */
  const [corners, setCorners] = useState(somewhere);
  const picture = pictures.picture(frame);
  const cleared = frame < 0 || pictures.states[frame] === 'missing';
  const { box } = pictures;

  useEffect(() => {
    let given = false;
    const show = (bitmap: ImageBitmap | null) => {
      const source = map?.getSource(id) as CanvasSource | undefined;
      [canvas.width, canvas.height] = [bitmap?.width ?? 1, bitmap?.height ?? 1];
      if (bitmap) canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      if (!source?.play) return;
      if (box && bitmap) {
        source.setCoordinates(cornersOf(box));
        setCorners(cornersOf(box));
      }
      // One look at the canvas, and then no more until the next frame.
      source.play();
      source.pause();
      map?.triggerRepaint();
    };
    if (cleared) show(null);
    else if (picture) {
      createImageBitmap(picture).then(
        (bitmap) => {
          if (given) return bitmap.close();
          show(bitmap);
          bitmap.close();
        },
        () => undefined,
      );
    }
    return () => {
      given = true;
    };
  }, [map, id, canvas, picture, cleared, box]);

  // The library's types know no canvas; MapLibre does.
  const source = { type: 'canvas', canvas, coordinates: corners, animate: false } as unknown as {
    type: 'image';
    url: string;
    coordinates: typeof corners;
  };
  return (
    <Source id={id} {...source}>
      <Layer
        id={id}
        type="raster"
        beforeId={lowSlots.radar}
        paint={{ 'raster-opacity': opacity, 'raster-fade-duration': 0, 'raster-resampling': 'nearest' }}
      />
    </Source>
  );
}
