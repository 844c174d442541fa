import type { CanvasSource } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { Layer, Source, useMap } from 'react-map-gl/maplibre';
import { lowSlots } from '../map-paint.ts';
import { cornersOf } from '../view.ts';
import type { RadarImages } from './use-frame-images.ts';

const somewhere = cornersOf({ top: 1, right: 1, bottom: 0, left: 0, width: 1, height: 1 });

/**
 * Draws the image of one frame. The pixels of the previous frame stay until those of the next are decoded, so
 * that playback neither flickers nor tears. `frame` -1, or a missing image, clears the layer: a frame never
 * represents another one.
 */
export function RadarLayer({
  images,
  frame,
  opacity,
  id = 'radar',
}: {
  images: RadarImages;
  frame: number;
  opacity: number;
  id?: string;
}) {
  const { current: map } = useMap();
  const [canvas] = useState(() => {
    const made = document.createElement('canvas');
    [made.width, made.height] = [1, 1];
    return made;
  });
  /** The position of the image: stored for when the base map changes and the source is created again. */
  const [corners, setCorners] = useState(somewhere);
  const { box } = images;
  const drawn = useRef<{ pixels: ImageBitmap | null; box: typeof box } | null>(null);

  useEffect(() => {
    const show = (bitmap: ImageBitmap | null) => {
      const source = map?.getSource(id) as CanvasSource | undefined;
      const { width, height } = bitmap ?? { width: 1, height: 1 };
      // Setting its size clears a canvas: it is not set for a frame of the same size.
      if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
      const pen = canvas.getContext('2d');
      if (pen) pen.globalCompositeOperation = 'copy';
      if (bitmap) pen?.drawImage(bitmap, 0, 0);
      else pen?.clearRect(0, 0, width, height);
      if (box && bitmap) setCorners(cornersOf(box));
      if (!source?.play) return false;
      if (box && bitmap) source.setCoordinates(cornersOf(box));
      // The map reads the canvas once, and then not until the next frame.
      source.play();
      source.pause();
      map?.triggerRepaint();
      return true;
    };
    const isMissing = frame < 0 || images.states[frame] === 'missing';
    const draw = () => {
      const pixels = isMissing ? 'broken' : images.pixels(frame);
      if (pixels === null) return false;
      const next = { pixels: pixels === 'broken' ? null : pixels, box };
      const isDrawn = drawn.current?.pixels === next.pixels && drawn.current.box === box;
      // Before the layer exists the canvas is taken as it is; the next frame draws it again.
      drawn.current = isDrawn || show(next.pixels) ? next : null;
      return true;
    };
    if (draw()) return;
    const stop = images.onPixels(() => {
      if (draw()) stop();
    });
    return stop;
  }, [map, id, canvas, images, frame, box]);

  // The library's types lack canvas sources; MapLibre has them.
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
