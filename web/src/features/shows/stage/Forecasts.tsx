import type { PublicScene, PublicShow } from '@allclear/contract';
import { coverText } from '../screen/stage-words.ts';
import { pageAt } from '../screen/turning.ts';
import { Covered } from './Covered.tsx';
import classes from './Stage.module.css';

type Forecast = Extract<PublicScene, { kind: 'forecast' }>['forecasts'][number];

interface ForecastsProps {
  forecasts: readonly Forecast[];
  layout: PublicShow['layout'];
  now: number;
  elapsedMs: number;
  timeZone: string;
}

/** What fits in a row, and how many forecasts beneath each other. */
const points = { wide: 8, portrait: 5, ribbon: 9 } as const;
const rows = { wide: 2, portrait: 3, ribbon: 1 } as const;

export function Forecasts({ forecasts, layout, now, elapsedMs, timeZone }: ForecastsProps) {
  if (forecasts.length === 0) return <Covered title="Forecast" text="There is no forecast now" />;
  const shown = pageAt(forecasts, rows[layout], elapsedMs);
  return (
    <div className={classes.forecasts}>
      {shown.items.map((forecast) => (
        <Row
          key={forecast.label}
          forecast={forecast}
          most={points[layout]}
          cover={coverText(forecast.goodUntil, now, timeZone)}
        />
      ))}
    </div>
  );
}

function Row({ forecast, most, cover }: { forecast: Forecast; most: number; cover: string | null }) {
  const { label, points: all } = forecast;
  if (cover !== null) return <Covered title={label} text={cover} />;
  if (all.length === 0) return <Covered title={label} text="There is no forecast now" />;
  return (
    <div className={classes.forecast}>
      <h3>{label}</h3>
      <ol>
        {all.slice(0, most).map(({ at, label: time, value, low }) => (
          <li key={at}>
            <span>{time}</span>
            <strong>{value}</strong>
            {low !== undefined && (
              <span>
                <span className="visually-hidden">low </span>
                {low}
              </span>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
