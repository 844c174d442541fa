import { aqiColor, gaugeBreakpoints, gaugeShare, onArc } from './air-quality-view.ts';
import classes from './Gauge.module.css';

const radius = 78;
const center = { x: 100, y: 96 };
/** Breakpoints with a number; the others only have a mark. */
const numbered: ReadonlySet<number> = new Set([0, 50, 100, 150, 200, 300]);

/**
 * The air quality index as a half circle from 0 to 300, filled to its value. The text beside it says the
 * same.
 */
export function Gauge({ index }: { index: number | null }) {
  return (
    <div
      className={classes.gauge}
      role="img"
      aria-label={`Air quality index ${index ?? 'not known'} on a scale from 0 to 300`}
    >
      <svg viewBox="0 0 200 108" aria-hidden="true">
        <path className={classes.track} d={arc(0, 1)} />
        {index !== null && (
          <path
            className={classes.fill}
            d={arc(0, Math.max(gaugeShare(index), 0.004))}
            style={{ stroke: aqiColor(index) }}
          />
        )}
        {gaugeBreakpoints.map((value) => {
          const from = onArc(gaugeShare(value), radius + 11, center);
          const to = onArc(gaugeShare(value), radius + (numbered.has(value) ? 15 : 13), center);
          return <line key={value} className={classes.mark} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />;
        })}
      </svg>
      <span className={classes.index}>{index ?? '--'}</span>
      <span className={classes.ends} aria-hidden="true">
        <span>0</span>
        <span>300</span>
      </span>
    </div>
  );
}

function arc(from: number, to: number): string {
  const start = onArc(from, radius, center);
  const end = onArc(to, radius, center);
  return `M${start.x} ${start.y}A${radius} ${radius} 0 0 1 ${end.x} ${end.y}`;
}
