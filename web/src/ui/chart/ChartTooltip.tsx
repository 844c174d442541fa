import type { ChartRow, ChartSeries } from './chart-rows.ts';
import { momentText, valueText } from './chart-words.ts';
import classes from './TimeChart.module.css';

interface ChartTooltipProps {
  row: ChartRow;
  series: readonly ChartSeries[];
  timeZone: string;
  withDay: boolean;
}

/** The values at one instant: time, value, unit. Screen readers announce it when the arrow keys move it. */
export function ChartTooltip({ row, series, timeZone, withDay }: ChartTooltipProps) {
  const said = series
    .map((line, index) => ({ line, value: row.said[index] }))
    .filter(({ value }) => value !== undefined);
  return (
    <div className={classes.tooltip} role="status">
      <strong>{momentText(row.atMs, timeZone, withDay)}</strong>
      {said.map(({ line, value }) => (
        <span key={line.name}>
          <i style={{ background: `var(${line.colorVar})` }} aria-hidden="true" />
          {line.name}{' '}
          {value === null || value === undefined ? 'not known' : `${valueText(value, line)} ${line.unit}`}
        </span>
      ))}
    </div>
  );
}
