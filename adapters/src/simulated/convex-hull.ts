type Point = readonly [x: number, y: number];

/**
 * The smallest convex polygon around the points, counterclockwise, without its first point repeated.
 * Andrew's monotone chain (1979).
 */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted(([ax, ay], [bx, by]) => ax - bx || ay - by);
  return [...halfHull(sorted), ...halfHull(sorted.reverse())];
}

function halfHull(points: readonly Point[]): Point[] {
  const hull: Point[] = [];
  for (const point of points) {
    while (isRightTurn(hull.at(-2), hull.at(-1), point)) hull.pop();
    hull.push(point);
  }
  return hull.slice(0, -1);
}

/** Whether three points turn right or lie on a line; false while there are fewer. */
function isRightTurn(a: Point | undefined, b: Point | undefined, c: Point): boolean {
  return (
    a !== undefined && b !== undefined && (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0
  );
}
