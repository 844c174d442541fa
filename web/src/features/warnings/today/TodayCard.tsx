import type { Today } from '@allclear/contract';
import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendarTime } from '@tabler/icons-react';
import { useState } from 'react';
import { type QueryState, trustOf } from '../../../api/query-state.ts';
import { timeAgo, timeOfDay } from '../../../clock/time-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { CardText, FailedCard, HeldNote, LoadingCard, StaleNote } from '../../../ui/CardStates.tsx';
import classes from './TodayCard.module.css';
import { TodayRibbon } from './TodayRibbon.tsx';
import { TodayTable } from './TodayTable.tsx';
import { type TodayContext, todayView } from './today-view.ts';

export const todayTitle = 'Today';
export const todayCrashText = 'The coming hours cannot be shown.';

/** Fewer hours are shown where a column is narrow. */
const [wideHours, narrowHours] = [24, 8];

interface TodayCardProps extends Omit<TodayContext, 'maxHours' | 'isHeld'> {
  today: QueryState<Today> | undefined;
  isHeld: boolean;
  /** The server has not answered for so long that lightning is covered: so are the hours. */
  away: boolean;
  timeZone: string;
  speed: number;
  /** Opens the practice times; null where the reader may not change them. */
  onEdit: (() => void) | null;
}

/** The coming hours of a place: its policies against the forecast, a lane each, with its practices. */
export function TodayCard(props: TodayCardProps) {
  const { today, nowMs, speed, away } = props;
  if (today === undefined)
    return (
      <LoadingCard title={todayTitle}>
        <div className={classes.loading} role="status" aria-busy="true" aria-label="Loading the coming hours">
          <Skeleton height="100%" radius={8} />
        </div>
      </LoadingCard>
    );
  if (today.value === null)
    return (
      <FailedCard title={todayTitle}>
        What the coming hours bring is not known: the forecast and the practice times could not be loaded. We
        keep trying.
      </FailedCard>
    );
  const isOld = away || trustOf(today, nowMs, speed, 'threatForecast') === 'unknown';
  return <AnsweredToday {...props} today={today.value} answeredMs={today.asOfMs} isOld={isOld} />;
}

interface AnsweredTodayProps extends Omit<TodayCardProps, 'today'> {
  today: Today;
  answeredMs: number | null;
  /** The answer was not renewed for too long. */
  isOld: boolean;
}

function AnsweredToday({ today, answeredMs, isOld, timeZone, onEdit, ...rest }: AnsweredTodayProps) {
  const [asTable, setAsTable] = useState(false);
  const isNarrow = useMediaQuery('(max-width: 74.99em)', false, { getInitialValueInEffect: false });
  const { nowMs, held, isHeld } = rest;
  const stale = isOld || today.forecast?.stale === true;
  const view = todayView(today, {
    ...rest,
    isHeld: isHeld || stale,
    maxHours: isNarrow ? narrowHours : wideHours,
  });
  const { forecast } = today;
  const asOf = isOld && answeredMs !== null ? new Date(answeredMs).toISOString() : (forecast?.asOf ?? null);
  return (
    <Card
      title={todayTitle}
      age={
        <span className={classes.tools}>
          <Button
            variant="subtle"
            size="compact-sm"
            className="touch-area"
            aria-expanded={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? 'Show as chart' : 'Show as table'}
          </Button>
          {onEdit && (
            <Tooltip label="Practice times">
              <ActionIcon variant="default" aria-label="Edit practice times" onClick={onEdit}>
                <IconCalendarTime size={20} />
              </ActionIcon>
            </Tooltip>
          )}
        </span>
      }
      unknown={stale}
    >
      {stale && (
        <StaleNote>
          Last known {timeAgo(asOf, nowMs)}, at {timeOfDay(asOf, timeZone)}. We keep trying.
        </StaleNote>
      )}
      {forecast === null && (
        <StaleNote title="No forecast.">
          There is no current forecast here: the hours are not known.
        </StaleNote>
      )}
      {held !== null && <HeldNote>Now: {held}.</HeldNote>}
      {asTable ? (
        <TodayTable view={view} timeZone={today.timeZone} />
      ) : (
        <TodayRibbon view={view} isMuted={isHeld || stale} />
      )}
      <Outlooks view={view} hasPlace={today.organizationLocationId !== null} onEdit={onEdit} />
      <p className={classes.foot}>
        This is a forecast: it cannot rule out lightning, and has no air quality or weather-service alerts.{' '}
        {forecast !== null && !stale && `Read ${timeAgo(forecast.asOf, nowMs)}.`}
      </p>
    </Card>
  );
}

/** Each practice with its sentence. */
function Outlooks({
  view,
  hasPlace,
  onEdit,
}: {
  view: ReturnType<typeof todayView>;
  hasPlace: boolean;
  onEdit: (() => void) | null;
}) {
  if (view.outlooks.length > 0)
    return (
      <ul className={classes.outlooks}>
        {view.outlooks.map(({ key, what, text }) => (
          <li key={key}>
            <strong>{what}:</strong> {text}
          </li>
        ))}
      </ul>
    );
  if (!hasPlace || onEdit === null) return null;
  return (
    <CardText>
      No practice in these hours. Practice times show here what the forecast means for each of them.
    </CardText>
  );
}
