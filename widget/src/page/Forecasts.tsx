/** @jsxImportSource preact */
import type { ForecastView } from './page-view.ts';

/** Hourly and daily forecasts, a row each that is scrolled sideways where it is longer than the page. */
export function Forecasts({ forecasts }: { forecasts: readonly ForecastView[] }) {
  return (
    <>
      {forecasts.map((forecast, index) => (
        <Forecast key={`${index} ${forecast.label}`} forecast={forecast} />
      ))}
    </>
  );
}

function Forecast({ forecast: { label, points, covered } }: { forecast: ForecastView }) {
  if (covered !== null)
    return (
      <section class="forecast hatched" aria-label={label}>
        <h2>{label}</h2>
        <p class="age">Too old since {covered}</p>
      </section>
    );
  return (
    <section class="forecast" aria-label={label}>
      <h2>{label}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled must be reached by keys */}
      <ol class="points" tabIndex={0}>
        {points.map(({ at, label: time, value, low }) => (
          <li key={at}>
            <span class="time">{time}</span>
            <span class="value">{value}</span>
            {low !== undefined && (
              <span class="low">
                <span class="hidden">low </span>
                {low}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
