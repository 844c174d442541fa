import type { Customer, Location, Status } from '@allclear/contract';
import { memo, type ReactNode } from 'react';
import { useSlowNow } from '../clock/use-now.ts';
import { ConditionsCard, conditionsCrashText } from '../features/conditions/ConditionsCard.tsx';
import { useObservation } from '../features/conditions/use-observation.ts';
import { GuardedCard } from '../ui/Card.tsx';
import classes from './DashboardCards.module.css';

interface CardsProps {
  location: Location;
  status: Status;
  customer: Customer | undefined;
  onEdit: () => void;
}

/** The cards of the selected location: what is urgent (lightning and warnings), what the weather does, and what follows from it. */
export function DashboardCards({ urgent, ...cards }: CardsProps & { urgent: ReactNode }) {
  return (
    <div key={cards.location.id} className={classes.grid}>
      <div className={classes.urgent}>{urgent}</div>
      <WeatherCards {...cards} />
      <CardsBeside {...cards} />
    </div>
  );
}

// A countdown redraws four times a second; the cards below change with the minutes, so they have a slower clock and are drawn by themselves.

/** What the weather does: now, in the next days, in the last hours. */
const WeatherCards = memo(function WeatherCards({ location, status }: CardsProps) {
  const nowMs = useSlowNow();
  const observation = useObservation(location.id, status.speed);
  return (
    <div className={classes.weather}>
      <GuardedCard title="Current Conditions" fallback={conditionsCrashText} resetKey={location.id}>
        <ConditionsCard
          answer={observation.data?.answer ?? undefined}
          failed={observation.isError || (observation.data?.failed ?? false)}
          loading={observation.isLoading}
          timeZone={location.timeZone}
          nowMs={nowMs}
        />
      </GuardedCard>
    </div>
  );
});

/** What follows from it: the picture, risks, air quality, work and rest. */
const CardsBeside = memo(function CardsBeside(_: CardsProps) {
  return <div className={classes.beside} />;
});
