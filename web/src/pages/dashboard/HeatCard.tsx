import type { Location } from '@allclear/contract';
import { conditionsAreStale } from '../../features/conditions/conditions-view.ts';
import { useObservation } from '../../features/conditions/use-observation.ts';
import { useWorkRest } from '../../features/heat/work-rest/use-work-rest.ts';
import {
  WorkRestCard,
  workRestCrashText,
  workRestTitle,
} from '../../features/heat/work-rest/WorkRestCard.tsx';
import { GuardedCard } from '../../ui/Card.tsx';

/**
 * Work and rest by the same observation as the current conditions, so that the numbers on the screen agree.
 */
export default function HeatCard({
  location,
  held,
  nowMs,
  speed,
}: {
  location: Location;
  /** What else holds the place, in words. */
  held: string | null;
  nowMs: number | null;
  speed: number;
}) {
  const workRest = useWorkRest(location.organizationLocationId, speed);
  const observation = useObservation(location.id, speed);
  const answer = observation.data?.answer ?? null;
  const current = {
    answer,
    stale: answer !== null && conditionsAreStale(answer, nowMs),
    loading: observation.isLoading,
  };
  return (
    <GuardedCard title={workRestTitle} fallback={workRestCrashText} resetKey={location.id}>
      <WorkRestCard
        organizationLocationId={location.organizationLocationId}
        {...workRest}
        current={current}
        held={held}
        timeZone={location.timeZone}
        nowMs={nowMs}
        speed={speed}
      />
    </GuardedCard>
  );
}
