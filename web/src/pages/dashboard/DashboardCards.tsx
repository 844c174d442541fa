import type { Location, Organization, Status } from '@allclear/contract';
import { lazy, memo, type ReactNode, Suspense, useMemo } from 'react';
import { usePlacePolicies } from '../../api/use-place-policies.ts';
import { useSlowNow } from '../../clock/use-now.ts';
import { ConditionsCard, conditionsCrashText } from '../../features/conditions/ConditionsCard.tsx';
import { historicalPath } from '../../features/conditions/conditions-view.ts';
import { useObservation } from '../../features/conditions/use-observation.ts';
import { useOwnStations } from '../../features/conditions/use-own-stations.ts';
import { ForecastCard, forecastCrashText } from '../../features/forecasts/ForecastCard.tsx';
import { timelineCrashText, timelineTitle } from '../../features/forecasts/timeline/crash-text.ts';
import { useForecast } from '../../features/forecasts/use-forecast.ts';
import type { LightningNow } from '../../features/warnings/today/today-view.ts';
import { Card, GuardedCard } from '../../ui/Card.tsx';
import { useChanged } from '../../ui/use-changed.ts';
import { useIdle } from '../../ui/use-idle.ts';
import classes from './DashboardCards.module.css';
import { TodaySection } from './TodaySection.tsx';

/** Content beside or below the visible part loads after the page is drawn. */
const CardsBeside = lazy(() => import('./SideCards.tsx'));
/** Loaded with its chart if a place has its own station. */
const TimelineCard = lazy(() => import('../../features/forecasts/timeline/TimelineCard.tsx'));
const HeatCard = lazy(() => import('./HeatCard.tsx'));

/** A part that fails to load must not affect lightning and warnings. */
const notLoaded =
  'This part of the page could not be loaded. The page loads itself again when the server answers.';

export interface CardsProps {
  location: Location;
  status: Status;
  organization: Organization | undefined;
  onEdit: () => void;
  /** What else holds the place, in words, for the cards that speak of one danger only. */
  held: HeldTexts;
  /** Types of the policies whose warnings are open, separated by spaces. */
  warnedTypes: string;
}

export interface HeldTexts {
  readonly heat: string | null;
  readonly risks: string | null;
  readonly air: string | null;
  /** Whether anything holds the place. */
  readonly place: boolean;
  /** The server has not answered for too long. */
  readonly away: boolean;
  /** What the lightning zones are now, and until when at the earliest, epoch ms. */
  readonly lightning: LightningNow;
  readonly lightningUntil: number | null;
}

/**
 * The cards of the selected location: lightning first, then warnings, the weather, and its consequences.
 */
export function DashboardCards({
  lightning,
  warnings,
  held: newest,
  ...rest
}: CardsProps & { lightning: ReactNode; warnings: ReactNode }) {
  const { heat, risks, air, place, away, lightning: now, lightningUntil } = newest;
  // The same words are the same object, so that the slow cards are not drawn with each second.
  const held = useMemo(
    () => ({ heat, risks, air, place, away, lightning: now, lightningUntil }),
    [heat, risks, air, place, away, now, lightningUntil],
  );
  const cards = { ...rest, held };
  const moved = useChanged(cards.location.id);
  const isIdle = useIdle();
  return (
    <div key={cards.location.id} className={classes.grid} data-moved={moved || undefined}>
      <div className={classes.lightning}>{lightning}</div>
      <div className={classes.warnings}>{warnings}</div>
      <WeatherCards {...cards} isIdle={isIdle} />
      {isIdle && (
        <GuardedCard title="Risks, air quality and picture" fallback={notLoaded} resetKey={cards.location.id}>
          <Suspense fallback={<div className={classes.beside} />}>
            <CardsBeside {...cards} />
          </Suspense>
        </GuardedCard>
      )}
    </div>
  );
}

/** Its table and chart are large: the skeleton of the forecast stays until the browser is idle. */
const notYet = { hourly: undefined, daily: undefined };

// A countdown renders four times a second; the cards below change by the minute, so they have a slower clock
// and are rendered separately.

/** The weather now, in the next days and in the last hours, and the work that it allows. */
const WeatherCards = memo(function WeatherCards({
  location,
  status,
  held,
  warnedTypes,
  isIdle,
}: CardsProps & { isIdle: boolean }) {
  const nowMs = useSlowNow();
  const observation = useObservation(location.id, status.speed);
  const answer = observation.data?.answer ?? undefined;
  const policies = usePlacePolicies(location.organizationLocationId, status.speed);
  const forecast = useForecast(location.id, status.speed);
  const stations = useOwnStations(location.organizationLocationId, status.speed);
  return (
    <div className={classes.weather}>
      <GuardedCard title="Current Conditions" fallback={conditionsCrashText} resetKey={location.id}>
        <ConditionsCard
          answer={answer}
          failed={observation.isError || (observation.data?.failed ?? false)}
          loading={observation.isLoading}
          policies={policies}
          warnedTypes={warnedTypes}
          isHeld={held.place}
          stations={stations}
          timeZone={location.timeZone}
          nowMs={nowMs}
        />
      </GuardedCard>
      <TodaySection location={location} held={held} nowMs={nowMs} speed={status.speed} />
      <GuardedCard title="Forecast Breakdown" fallback={forecastCrashText} resetKey={location.id}>
        <ForecastCard
          {...(isIdle ? forecast : notYet)}
          policies={policies ?? []}
          timeZone={location.timeZone}
          nowMs={nowMs}
          speed={status.speed}
        />
      </GuardedCard>
      {answer && answer.weatherStation.type > 0 && (
        <GuardedCard title={timelineTitle} fallback={timelineCrashText} resetKey={location.id}>
          <Suspense fallback={<Card title={timelineTitle}>{null}</Card>}>
            <TimelineCard
              station={answer.weatherStation}
              place={location}
              historicalPath={historicalPath(answer)}
              hourly={forecast.hourly}
              policies={policies}
              nowMs={nowMs}
              speed={status.speed}
            />
          </Suspense>
        </GuardedCard>
      )}
      {isIdle && (
        <GuardedCard title="Heat Stress Work/Rest" fallback={notLoaded} resetKey={location.id}>
          <Suspense fallback={null}>
            <HeatCard location={location} held={held.heat} nowMs={nowMs} speed={status.speed} />
          </Suspense>
        </GuardedCard>
      )}
    </div>
  );
});
