import type { Customer, Location, Status } from '@allclear/contract';
import type { ReactNode } from 'react';
import { ConditionsCard, conditionsCrashText } from '../features/conditions/ConditionsCard.tsx';
import { useObservation } from '../features/conditions/use-observation.ts';
import { GuardedCard } from '../ui/Card.tsx';
import classes from './DashboardCards.module.css';

interface DashboardCardsProps {
  location: Location;
  status: Status;
  customer: Customer | undefined;
  nowMs: number | null;
  onEdit: () => void;
  /** Lightning and warnings: what everything else gives way to. */
  urgent: ReactNode;
}

/** The cards of the selected location: what is urgent, what the weather does, and what follows from it. */
export function DashboardCards({ location, status, nowMs, urgent }: DashboardCardsProps) {
  const observation = useObservation(location.id, status.speed);
  return (
    <div key={location.id} className={classes.grid}>
      <div className={classes.urgent}>{urgent}</div>
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
      <div className={classes.beside} />
    </div>
  );
}
