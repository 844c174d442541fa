import type { CameraUsage } from '@allclear/contract';

export interface UsagePart {
  readonly name: string;
  readonly seconds: number;
  /** A color of the themes. */
  readonly color: string;
}

/** Seen on the card in both themes. */
const colors = ['primary', 'metric-wbgt', 'clear', 'observing', 'metric-precip'] as const;

/** The longest, and the others together: more rings than colors would tell nobody anything. */
export function usageParts(all: CameraUsage['byCamera']): UsagePart[] {
  const shown = all.length > colors.length + 1 ? all.slice(0, colors.length) : all;
  const others = all.slice(shown.length);
  const parts = shown.map(({ name, seconds }, at) => ({
    ...{ name, seconds },
    color: `var(--${colors[at] ?? 'muted'})`,
  }));
  if (others.length === 0) return parts;
  const seconds = others.reduce((sum, part) => sum + part.seconds, 0);
  return [...parts, { name: `${others.length} others`, seconds, color: 'var(--muted)' }];
}
