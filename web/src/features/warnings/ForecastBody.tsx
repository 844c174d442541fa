import type { ProactiveForecast } from '@allclear/contract';
import { shortDateTime } from '../../clock/time-text.ts';
import { RichText } from '../../ui/RichText.tsx';
import classes from './ActiveWarnings.module.css';

/** A forecast that a person wrote for the organization, oldest message first, as the server sends them. */
export function ForecastBody({ forecast, timeZone }: { forecast: ProactiveForecast; timeZone: string }) {
  return (
    <>
      <h3>{forecast.forecastType.name}</h3>
      <p className={classes.small}>Expires: {shortDateTime(forecast.expiresAt, timeZone)}</p>
      {forecast.messages.map((message) => (
        <article key={message.id} className={classes.article}>
          <h4>{message.headline}</h4>
          <p className={classes.small}>Sent: {shortDateTime(message.createdAt, timeZone)}</p>
          <div className={classes.rich}>
            <RichText html={message.message} />
          </div>
        </article>
      ))}
    </>
  );
}
