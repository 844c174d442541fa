import type { Map as MapLibreMap } from 'maplibre-gl';

type Shape =
  | 'arrow'
  | 'cell-storm'
  | 'cell-hail'
  | 'cell-severe'
  | 'cell-meso'
  | 'cell-tvs'
  | 'front-cold'
  | 'front-warm'
  | 'front-occluded'
  | 'hatch';

/** Drawn at twice the size, for high-density screens. */
const ratio = 2;

/**
 * The map's icons by name and color ('arrow:#6d4bc4'), drawn when MapLibre first misses one: no sprite is
 * fetched.
 */
export function drawMissingImage(map: MapLibreMap, id: string): void {
  const [shape, color] = id.split(':') as [Shape, string | undefined];
  const draw = drawings[shape];
  if (!draw || !color || map.hasImage(id)) return;
  const { width, height } = sizes[shape] ?? { width: 22, height: 22 };
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * ratio, height * ratio];
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.scale(ratio, ratio);
  pen.fillStyle = color;
  pen.strokeStyle = color;
  pen.lineWidth = 2;
  pen.lineJoin = 'round';
  draw(pen);
  map.addImage(id, pen.getImageData(0, 0, canvas.width, canvas.height), { pixelRatio: ratio });
}

const sizes: Partial<Record<Shape, { width: number; height: number }>> = {
  'front-cold': { width: 14, height: 9 },
  'front-warm': { width: 14, height: 8 },
  'front-occluded': { width: 30, height: 9 },
  hatch: { width: 12, height: 12 },
};

type Pen = CanvasRenderingContext2D;
function polygon(pen: Pen, ...points: [number, number][]): void {
  pen.beginPath();
  for (const [i, [x, y]] of points.entries()) i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y);
  pen.closePath();
}
function ring(pen: Pen, radius: number): void {
  pen.beginPath();
  pen.arc(11, 11, radius, 0, 2 * Math.PI);
}

/** More severe icons have more ink: a ring for a storm, triangles for hail, a filled icon for rotation. */
const drawings: Record<Shape, (pen: Pen) => void> = {
  arrow: (pen) => {
    polygon(pen, [11, 3], [18, 18], [11, 14], [4, 18]);
    pen.fill();
  },
  'cell-storm': (pen) => {
    ring(pen, 6);
    pen.stroke();
  },
  'cell-hail': (pen) => {
    polygon(pen, [11, 3], [19, 18], [3, 18]);
    pen.stroke();
  },
  'cell-severe': (pen) => {
    polygon(pen, [11, 3], [19, 18], [3, 18]);
    pen.fill();
  },
  'cell-meso': (pen) => {
    ring(pen, 8);
    pen.stroke();
    ring(pen, 4);
    pen.fill();
  },
  'cell-tvs': (pen) => {
    polygon(pen, [3, 4], [19, 4], [11, 20]);
    pen.fill();
  },
  'front-cold': (pen) => {
    polygon(pen, [0, 9], [14, 9], [7, 0]);
    pen.fill();
  },
  'front-warm': (pen) => {
    pen.beginPath();
    pen.arc(7, 8, 7, Math.PI, 0);
    pen.fill();
  },
  'front-occluded': (pen) => {
    polygon(pen, [0, 9], [14, 9], [7, 0]);
    pen.fill();
    pen.beginPath();
    pen.arc(23, 9, 7, Math.PI, 0);
    pen.fill();
  },
  /** Seamless tiles: the lines at the corners continue in the neighboring tiles. */
  hatch: (pen) => {
    pen.globalAlpha = 0.45;
    pen.lineWidth = 1.5;
    for (const offset of [-12, 0, 12]) {
      pen.beginPath();
      pen.moveTo(offset - 2, 14);
      pen.lineTo(offset + 14, -2);
      pen.stroke();
    }
  },
};
