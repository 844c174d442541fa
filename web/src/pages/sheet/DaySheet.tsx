import type { SharedAnswer } from '../share/shared-answer.ts';
import classes from './sheet.module.css';
import type { SheetHour, SheetPolicy, SheetZone, sheetWarnings } from './sheet-view.ts';

interface DaySheetProps {
  answer: SharedAnswer;
  zones: readonly SheetZone[];
  warnings: ReturnType<typeof sheetWarnings>;
  /** Null while they are not known. */
  policies: { readonly lines: readonly SheetPolicy[]; readonly more: number } | null;
  /** Null without a current forecast. */
  hours: readonly SheetHour[] | null;
}

/** A time never breaks over two lines: '5:41 AM CST'. */
const withWholeTimes = (text: string) =>
  text.replaceAll(/\d+:\d\d(?: [AP]M)(?: [A-Z]{2,5})?/g, (time) => time.replaceAll(' ', '\u00a0'));

/** One page, black on white, for Letter and A4. */
export function DaySheet({ answer, zones, warnings, policies, hours }: DaySheetProps) {
  return (
    <article className={classes.sheet} data-for-paper aria-label={`Day sheet of ${answer.label}`}>
      {answer.mark && <p className={classes.mark}>{answer.mark}</p>}
      <header className={classes.head}>
        <h1>{answer.label}</h1>
        <p>{answer.asOf}</p>
      </header>
      <section className={classes.answer} data-state={answer.kind}>
        <h2>{withWholeTimes(answer.instruction)}</h2>
        {answer.reasons.length > 0 && <p>{answer.reasons.join(' · ')}</p>}
        {answer.earliest && <p>{answer.earliest}</p>}
        <p className={classes.small}>This sheet does not change. The present state: {answer.link}</p>
      </section>
      <div className={classes.columns}>
        <Zones zones={zones} />
        <ActiveList {...warnings} />
      </div>
      <Policies policies={policies} />
      <Hours hours={hours} />
      <section className={classes.notes}>
        <h2>Notes</h2>
        <div className={classes.lines} aria-hidden="true" />
      </section>
    </article>
  );
}

function Zones({ zones }: { zones: readonly SheetZone[] }) {
  return (
    <section>
      <h2>Lightning zones</h2>
      {zones.length === 0 ? (
        <p>The state of the zones is not known.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Zone</th>
              <th scope="col">State</th>
              <th scope="col">Last strike</th>
            </tr>
          </thead>
          <tbody>
            {zones.map(({ range, state, lastStrike }) => (
              <tr key={range}>
                <th scope="row">{range}</th>
                <td>{state}</td>
                <td>{lastStrike}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function ActiveList({ lines, more, unknown }: DaySheetProps['warnings']) {
  return (
    <section>
      <h2>Active warnings</h2>
      {unknown.length > 0 && <p>It is not known whether there are {unknown.join(' or ')}.</p>}
      {lines.length === 0 && unknown.length === 0 && <p>None.</p>}
      <ul>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two warnings may have one name
          <li key={index}>{line}</li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </section>
  );
}

function Policies({ policies }: Pick<DaySheetProps, 'policies'>) {
  return (
    <section>
      <h2>Policies that watch this place</h2>
      {policies === null && <p>They are not known now.</p>}
      {policies?.lines.length === 0 && <p>None.</p>}
      {policies && policies.lines.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Policy</th>
              <th scope="col">Warns at</th>
              <th scope="col">All clear after</th>
            </tr>
          </thead>
          <tbody>
            {policies.lines.map(({ id, name, limit, allClear }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{limit}</td>
                <td>{allClear}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {policies && policies.more > 0 && <p>and {policies.more} more</p>}
    </section>
  );
}

const rows = [
  ['Temperature, °F', ({ temperature }: SheetHour) => temperature],
  ['WBGT (est.), °F', ({ wbgt, isHot }: SheetHour) => (isHot ? <strong>{wbgt}!</strong> : wbgt)],
  ['Gusts, mph', ({ wind }: SheetHour) => wind],
  ['Rain, %', ({ rain }: SheetHour) => rain],
] as const;

function Hours({ hours }: Pick<DaySheetProps, 'hours'>) {
  return (
    <section>
      <h2>Forecast of the coming hours</h2>
      {hours === null ? (
        <p>There is no current forecast.</p>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone */}
          <section className={classes.scroll} aria-label="Forecast by the hour" tabIndex={0}>
            <table className={classes.hours}>
              <thead>
                <tr>
                  <th scope="col">Hour</th>
                  {hours.map(({ at, hour }) => (
                    <th key={at} scope="col">
                      {hour}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(([name, textOf]) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    {hours.map((hour) => (
                      <td key={hour.at}>{textOf(hour)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          {hours.some(({ isHot }) => isHot) && (
            <p className={classes.small}>! reaches a WBGT policy of this place</p>
          )}
        </>
      )}
    </section>
  );
}
