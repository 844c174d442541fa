import type { ProactiveForecast } from '@allclear/contract';
import { Button } from '@mantine/core';
import { IconClockOff, IconMapPin, IconMessagePlus } from '@tabler/icons-react';
import { memo, useId } from 'react';
import { shortDateTime, span, timeAgo } from '../../clock/time-text.ts';
import { RichText } from '../../ui/RichText.tsx';
import { ColorMark } from './ColorMark.tsx';
import classes from './Forecasts.module.css';

export interface ForecastActions {
  onAddMessage: (forecast: ProactiveForecast) => void;
  onExpire: (forecast: ProactiveForecast) => void;
}

interface ForecastCardProps {
  forecast: ProactiveForecast;
  placeNames: ReadonlyMap<string, string>;
  nowMs: number;
  /** Null after it has expired. */
  actions: ForecastActions | null;
}

/** A forecast with all its messages. */
export function ForecastCard({ forecast, placeNames, nowMs, actions }: ForecastCardProps) {
  const id = useId();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const leftSeconds = (Date.parse(forecast.expiresAt) - nowMs) / 1000;
  const headline = headlineOf(forecast);
  return (
    <article className={classes.card} aria-labelledby={id}>
      <header className={classes.head}>
        <ColorMark color={forecast.forecastType.color} />
        <h3 id={id}>
          {forecast.forecastType.name}
          <span className="visually-hidden">: {headline}</span>
        </h3>
      </header>
      <p className={classes.fact}>
        <IconMapPin size={16} aria-hidden="true" />
        {placesText(forecast, placeNames)}
      </p>
      <p className={classes.fact}>
        <IconClockOff size={16} aria-hidden="true" />
        <span>
          {leftSeconds > 0
            ? `Expires in ${span(leftSeconds)}`
            : `Expired ${timeAgo(forecast.expiresAt, nowMs)}`}{' '}
          · <time dateTime={forecast.expiresAt}>{shortDateTime(forecast.expiresAt, zone)}</time>
        </span>
      </p>
      <Messages messages={forecast.messages} zone={zone} />
      {actions && (
        <footer className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconMessagePlus size={18} />}
            aria-label={`Add message: ${headline}`}
            aria-haspopup="dialog"
            onClick={() => actions.onAddMessage(forecast)}
          >
            Add message
          </Button>
          <Button
            variant="subtle"
            color="var(--danger)"
            aria-label={`Expire now: ${headline}`}
            aria-haspopup="dialog"
            onClick={() => actions.onExpire(forecast)}
          >
            Expire now
          </Button>
        </footer>
      )}
    </article>
  );
}

/** The name of a forecast: the headline of its first message, as on the dashboard. */
export function headlineOf(forecast: ProactiveForecast): string {
  return forecast.messages[0]?.headline ?? forecast.forecastType.name;
}

/** Messages never change, although the time beside them does. */
const Messages = memo(({ messages, zone }: Pick<ProactiveForecast, 'messages'> & { zone: string }) =>
  messages.map((message) => (
    <section key={message.id} className={classes.message}>
      <h4>{message.headline}</h4>
      <p className={classes.small}>Sent: {shortDateTime(message.createdAt, zone)}</p>
      <div className={classes.rich}>
        <RichText html={message.message} />
      </div>
    </section>
  )),
);

function placesText(
  { organizationLocationIds }: ProactiveForecast,
  placeNames: ReadonlyMap<string, string>,
): string {
  if (organizationLocationIds.length === 0) return 'All locations';
  const named = organizationLocationIds
    .flatMap((id) => placeNames.get(id) ?? [])
    .sort((a, b) => a.localeCompare(b));
  const unknown = organizationLocationIds.length - named.length;
  return [...named, ...(unknown > 0 ? [unknown === 1 ? '1 location' : `${unknown} locations`] : [])].join(
    ', ',
  );
}
