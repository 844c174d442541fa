import type { PlaceAnswerKind } from '@allclear/domain';
import type { SharedAnswer } from './shared-answer.ts';

const widthPx = 1200;
const heightPx = 630;
const marginPx = 56;
const font = (weight: number, size: number) =>
  `${weight} ${size}px "Inter Variable", Inter, system-ui, sans-serif`;

/** Colors as in the light theme: a picture looks the same wherever it is opened. */
const palettes: Record<'stop' | 'unknown' | 'other', { paper: string; text: string; muted: string }> = {
  stop: { paper: '#c6281c', text: '#ffffff', muted: '#ffffff' },
  unknown: { paper: '#e9eef3', text: '#101b28', muted: '#3c4a5a' },
  other: { paper: '#ffffff', text: '#101b28', muted: '#54657a' },
};
const markColors = { paper: '#2b2f77', text: '#ffffff' };

function paletteOf(kind: PlaceAnswerKind): keyof typeof palettes {
  if (kind === 'delay' || kind === 'stop') return 'stop';
  return kind === 'unknown' || kind === 'checking' ? 'unknown' : 'other';
}

/** A PNG of the answer, with its age, its mark and where the present one is. Throws where none can be drawn. */
export async function drawAnswer(answer: SharedAnswer): Promise<Blob> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [widthPx, heightPx];
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot draw a picture');
  await document.fonts.load(font(650, 40)).catch(() => []);
  const palette = palettes[paletteOf(answer.kind)];
  context.fillStyle = palette.paper;
  context.fillRect(0, 0, widthPx, heightPx);
  if (paletteOf(answer.kind) === 'unknown') hatch(context);
  context.textBaseline = 'alphabetic';
  const write = (text: string, y: number, weight: number, size: number, color: string) => {
    context.fillStyle = color;
    context.font = font(weight, fittingSize(context, text, weight, size));
    context.fillText(text, marginPx, y, widthPx - 2 * marginPx);
  };
  let y = marginPx;
  if (answer.mark !== null) {
    context.fillStyle = markColors.paper;
    context.fillRect(0, 0, widthPx, 64);
    write(answer.mark, 43, 650, 30, markColors.text);
    y += 64;
  }
  write(answer.label, y + 36, 550, 40, palette.text);
  write(answer.instruction, y + 140, 650, 88, palette.text);
  const facts = [...fittingReasons(answer.reasons), ...(answer.earliest === null ? [] : [answer.earliest])];
  for (const [index, fact] of facts.entries()) write(fact, y + 204 + index * 48, 400, 34, palette.text);
  write(answer.asOf, heightPx - 104, 550, 30, palette.text);
  write(
    `This picture does not change. The present state: ${answer.link}`,
    heightPx - 56,
    400,
    26,
    palette.muted,
  );
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The picture could not be drawn'));
    }, 'image/png');
  });
}

/** Three lines: what is more is counted. */
function fittingReasons(reasons: readonly string[]): readonly string[] {
  return reasons.length <= 3 ? reasons : [...reasons.slice(0, 2), `and ${reasons.length - 2} more`];
}

/** The size at which a text fits on its line, at least half of what is wanted. */
function fittingSize(context: CanvasRenderingContext2D, text: string, weight: number, size: number): number {
  context.font = font(weight, size);
  const wide = context.measureText(text).width;
  return Math.max(size / 2, Math.min(size, (size * (widthPx - 2 * marginPx)) / wide));
}

/** Hatching means 'we do not know', as everywhere. */
function hatch(context: CanvasRenderingContext2D): void {
  context.strokeStyle = '#dde3ea';
  context.lineWidth = 10;
  context.beginPath();
  for (let x = -heightPx; x < widthPx; x += 36) {
    context.moveTo(x, heightPx);
    context.lineTo(x + heightPx, 0);
  }
  context.stroke();
}
