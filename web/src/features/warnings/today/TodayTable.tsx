import { hourText } from '@allclear/domain';
import classes from './TodayCard.module.css';
import type { TodayView } from './today-view.ts';

/** The lanes as a table, an hour a row, for readers who cannot see the ribbon or want the numbers. */
export function TodayTable({ view, timeZone }: { view: TodayView; timeZone: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section className={classes.table} aria-label="Today, table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Hour</th>
            {view.lanes.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.hours.map(({ at }, index) => (
            <tr key={at}>
              <th scope="row">{hourText(at, timeZone)}</th>
              {view.lanes.map(({ label, cells }) => (
                <td key={label}>{cells[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
