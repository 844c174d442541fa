import { localTime } from '@allclear/domain';
import { type ChartSeries, chartRows } from './chart-rows.ts';
import { momentText, valueText } from './chart-words.ts';
import classes from './TimeChart.module.css';

/** A chart's values as a table, for readers who cannot see it or want the numbers. */
export function ChartTable({
  title,
  series,
  timeZone,
}: {
  title: string;
  series: readonly ChartSeries[];
  timeZone: string;
}) {
  const rows = chartRows(series).filter(({ said }) => said.some((value) => value !== undefined));
  const days = new Set(rows.map(({ atMs }) => localTime(atMs, timeZone).dayOfMonth));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section className={classes.table} aria-label={`${title}, table`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ name, unit }) => (
              <th key={name} scope="col">
                {name} ({unit})
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ atMs, said }) => (
            <tr key={atMs}>
              <th scope="row">{momentText(atMs, timeZone, days.size > 1)}</th>
              {series.map((line, index) => (
                <td key={line.name}>
                  {said[index] === undefined ? '' : valueText(said[index] ?? null, line)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
