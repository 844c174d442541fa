import { CloseButton } from '@mantine/core';
import classes from '../LiveRadar.module.css';
import { measureText, type Point } from './measure.ts';

/** The measured distance. */
export function MeasureReading({ points, onClear }: { points: readonly Point[]; onClear: () => void }) {
  return (
    <div className={classes.measure}>
      <span>
        {measureText(points) ??
          (points.length === 0 ? 'Tap where to measure from' : 'Tap where to measure to')}
      </span>
      {points.length > 0 && <CloseButton aria-label="Clear the measurement" onClick={onClear} />}
    </div>
  );
}
