import type { Evapotranspiration } from '@allclear/contract';
import { ApproximateMark } from '../../../ui/CardStates.tsx';
import classes from './EvapotranspirationCard.module.css';
import { dayText, gapText, inchesText, missingText, radiationTexts } from './evapotranspiration-view.ts';

const approxText = 'The solar radiation was estimated from clouds, not measured.';
const totalTexts = { 1: '24 hour', 3: '3 day', 7: '7 day' } as const;

/** The totals of the last 24 hours, 3 and 7 days as whole days; '--' names the days that are missing. */
export function EvapotranspirationTotals({ found }: { found: Evapotranspiration }) {
  return (
    <dl className={classes.totals} aria-label="Totals of the last whole days">
      {found.totals.map(({ days, value, approx, missingDays }) => (
        <div key={days}>
          <dt>{totalTexts[days]}</dt>
          <dd>
            <strong>{inchesText(value)}</strong>
            {value !== null && approx && <ApproximateMark label={approxText} />}
            {value === null && missingDays.length > 0 && missingText(missingDays, days)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The standard and what the values rest on. */
export function EvapotranspirationSources({ found }: { found: Evapotranspiration }) {
  const { standard, elevationFeet, windHeightFeet } = found;
  return (
    <section aria-label="Inputs and standard">
      <p className={classes.note}>Standard: {standard}.</p>
      <p className={classes.note}>
        Temperature, humidity and wind: measured by this station, wind {windHeightFeet} ft above the ground
        {elevationFeet === null ? '' : `, ${elevationFeet} ft above sea level`}.
      </p>
      {radiationTexts(found).map((text) => (
        <p key={text} className={classes.note}>
          {text}
        </p>
      ))}
    </section>
  );
}

/** Each day with its inputs, or with what is missing. */
export function EvapotranspirationDays({ found }: { found: Evapotranspiration }) {
  return (
    <details className={classes.days}>
      <summary>Inputs of each day</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <section className={classes.scroll} aria-label="Inputs of each day, table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {['Day', 'Evapotranspiration', 'High', 'Low', 'Dew point', 'Wind', 'Sun'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.points.map((point) => {
              const { date, value, approx, inputs } = point;
              return (
                <tr key={date}>
                  <th scope="row">{dayText(date)}</th>
                  <td>
                    {inchesText(value)} {value !== null && approx && <ApproximateMark label={approxText} />}
                  </td>
                  {inputs && value !== null ? (
                    <>
                      <td>{inputs.maxAmbientTemperature.toFixed(1)} °F</td>
                      <td>{inputs.minAmbientTemperature.toFixed(1)} °F</td>
                      <td>{inputs.avgDewPoint.toFixed(1)} °F</td>
                      <td>{inputs.avgWindSpeed.toFixed(1)} mph</td>
                      <td>{inputs.solarRadiation.toFixed(2)} MJ/m²</td>
                    </>
                  ) : (
                    <td colSpan={5}>{gapText(point)}</td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </details>
  );
}
