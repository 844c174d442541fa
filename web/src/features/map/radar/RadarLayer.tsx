import type { CanvasSource } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { Layer, Source, useMap } from 'react-map-gl/maplibre';
import { lowSlots } from '../map-paint.ts';
import { cornersOf } from '../view.ts';
import type { RadarImages } from './use-frame-images.ts';

const somewhere = cornersOf({ top: 1, right: 1, bottom: 0, left: 0, width: 1, height: 1 });

/**
 * Draws one frame's picture. The pixels of the frame before stand until those of the next are decoded, so
 * that playback neither flashes nor tears; `frame` -1, or a picture that is missing, clears the layer: no
 * frame passes for another.
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
  /** Where the picture lies: kept for when the base map is changed and the source is made anew. */
  const [corners, setCorners] = useState(somewhere);
  const { box } = images;
  const drawn = useRef<{ pixels: ImageBitmap | null; box: typeof box } | null>(null);

  useEffect(() => {
    const show = (bitmap: ImageBitmap | null) => {
      const source = map?.getSource(id) as CanvasSource | undefined;
      const { width, height } = bitmap ?? { width: 1, height: 1 };
      // Setting its size empties a canvas: it is not done for a frame like the one before.
      if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
      const pen = canvas.getContext('2d');
      if (pen) pen.globalCompositeOperation = 'copy';
      if (bitmap) pen?.drawImage(bitmap, 0, 0);
      else pen?.clearRect(0, 0, width, height);
      if (box && bitmap) setCorners(cornersOf(box));
      if (!source?.play) return false;
      if (box && bitmap) source.setCoordinates(cornersOf(box));
      // One look at the canvas, and then no more until the next frame.
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
      // Before the map has the layer it takes the canvas as it finds it; it is drawn again with what comes
      // next.
      drawn.current = isDrawn || show(next.pixels) ? next : null;
      return true;
    };
    if (draw()) return;
    const stop = images.onPixels(() => {
      if (draw()) stop();
    });
    return stop;
  }, [map, id, canvas, images, frame, box]);

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
