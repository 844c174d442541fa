import type { ProactiveForecast } from '@allclear/contract';
import { UnstyledButton } from '@mantine/core';
import { useId, useState } from 'react';
import { type ForecastActions, ForecastCard } from './ForecastCard.tsx';
import classes from './Forecasts.module.css';

interface ForecastListProps {
  forecasts: readonly ProactiveForecast[];
  placeNames: ReadonlyMap<string, string>;
  nowMs: number;
  actions: ForecastActions;
}

/** Forecasts in effect, and on demand those that have expired. */
export function ForecastList({ forecasts, placeNames, nowMs, actions }: ForecastListProps) {
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  const isOn = ({ expiresAt }: ProactiveForecast) => Date.parse(expiresAt) > nowMs;
  const current = forecasts.filter(isOn);
  const expired = forecasts.filter((forecast) => !isOn(forecast));
  const cardOf = (forecast: ProactiveForecast, allowed: ForecastActions | null) => (
    <ForecastCard
      key={forecast.id}
      forecast={forecast}
      placeNames={placeNames}
      nowMs={nowMs}
      actions={allowed}
    />
  );
  return (
    <>
      <section aria-labelledby={`${id}-current`}>
        <h2 id={`${id}-current`} className={classes.title}>
          In effect
        </h2>
        {current.length === 0 && <p className={classes.none}>No forecast is in effect.</p>}
        <div className={classes.stack}>{current.map((forecast) => cardOf(forecast, actions))}</div>
      </section>
      {expired.length > 0 && (
        <section aria-labelledby={`${id}-expired`}>
          <h2 id={`${id}-expired`} className={classes.title}>
            Expired
          </h2>
          <UnstyledButton
            className={classes.fold}
            aria-expanded={unfolded}
            aria-controls={unfolded ? `${id}-list` : undefined}
            onClick={() => setUnfolded(!unfolded)}
          >
            {unfolded ? 'Hide' : 'Show'} {expired.length} expired
          </UnstyledButton>
          {unfolded && (
            <div id={`${id}-list`} className={classes.stack}>
              {expired.map((forecast) => cardOf(forecast, null))}
            </div>
          )}
        </section>
      )}
    </>
  );
}
