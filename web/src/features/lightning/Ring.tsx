import classes from './Ring.module.css';

interface RingProps {
  /** 0 to 1, the remaining share. */
  progress: number;
  tone: 'danger' | 'observing' | 'clear';
  sizePx: number;
  strokePx: number;
}

/**
 * A ring of remaining time; a clear zone shows only the track, so that it does not outshine zones in delay.
 * Observing is dashed as well as violet, so that color is not the only difference.
 */
export function Ring({ progress, tone, sizePx, strokePx }: RingProps) {
  const radius = (sizePx - strokePx) / 2;
  const center = sizePx / 2;
  const round = 2 * Math.PI * radius;
  const shown = Math.max(0, Math.min(1, progress)) * round;
  return (
    <svg
      className={classes.ring}
      viewBox={`0 0 ${sizePx} ${sizePx}`}
      width={sizePx}
      height={sizePx}
      aria-hidden="true"
      data-tone={tone}
    >
      <circle className={classes.track} cx={center} cy={center} r={radius} strokeWidth={strokePx} />
      {shown > 0 && (
        <circle
          className={classes.value}
          cx={center}
          cy={center}
          r={radius}
          strokeWidth={strokePx}
          strokeLinecap={tone === 'observing' ? 'butt' : 'round'}
          strokeDasharray={tone === 'observing' ? dashes(shown, round, strokePx) : `${shown} ${round}`}
          transform={`rotate(-90 ${center} ${center})`}
        />
      )}
    </svg>
  );
}

/** Dashes that fill the shown part of the circle, then one gap for the rest. */
function dashes(shown: number, round: number, strokePx: number): string {
  const count = Math.max(1, Math.floor(shown / (strokePx * 1.4)));
  const step = shown / count;
  const parts: number[] = [];
  for (let i = 1; i <= count; i++)
    parts.push(step * 0.6, i === count ? step * 0.4 + (round - shown) : step * 0.4);
  return parts.map((part) => part.toFixed(2)).join(' ');
}
