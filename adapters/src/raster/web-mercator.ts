/**
 * A box of the earth in degrees; `west` < `east`, which may exceed 180 where the box crosses the
 * antimeridian.
 */
export interface GeoBox {
  readonly north: number;
  readonly south: number;
  readonly west: number;
  readonly east: number;
}

/** A view: a box of the earth in Web-Mercator (EPSG:3857), its width and height in pixels. */
export interface View {
  readonly box: GeoBox;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The latitude limit of Web-Mercator, at which the map is a square. */
export const MERCATOR_LIMIT_DEGREES = 85.0511287798066;
export const TILE_PX = 256;
/** Largest side of an image (spec 1 section 9). */
export const MAX_IMAGE_PX = 3000;

/** Degrees east to the fraction of the map's width: 0 at −180°, 1 at 180°. */
export function mercatorX(longitude: number): number {
  return (longitude + 180) / 360;
}

/** Degrees north to the fraction of the map's height: 0 at the top, 1 at the bottom. */
export function mercatorY(latitude: number): number {
  const phi = (Math.min(MERCATOR_LIMIT_DEGREES, Math.max(-MERCATOR_LIMIT_DEGREES, latitude)) * Math.PI) / 180;
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + phi / 2)) / (2 * Math.PI);
}

/** The inverse of `mercatorY`, degrees north. */
export function latitudeOfMercatorY(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}

/** The box of a tile of the XYZ scheme (0, 0 is the north-west corner). */
export function tileBox(z: number, x: number, y: number): GeoBox {
  const side = 2 ** -z;
  return {
    north: latitudeOfMercatorY(y * side),
    south: latitudeOfMercatorY((y + 1) * side),
    west: x * side * 360 - 180,
    east: (x + 1) * side * 360 - 180,
  };
}

/** Degrees north of the middle of each row of pixels of a view. */
export function rowLatitudes({ box, heightPx }: View): Float64Array {
  const top = mercatorY(box.north);
  const height = mercatorY(box.south) - top;
  return Float64Array.from({ length: heightPx }, (_, row) =>
    latitudeOfMercatorY(top + (height * (row + 0.5)) / heightPx),
  );
}

/** Degrees east of the middle of each column of pixels of a view. */
export function columnLongitudes({ box, widthPx }: View): Float64Array {
  return Float64Array.from(
    { length: widthPx },
    (_, column) => box.west + ((box.east - box.west) * (column + 0.5)) / widthPx,
  );
}
