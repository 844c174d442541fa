import { Skeleton } from '@mantine/core';
import cards from './DashboardCards.module.css';
import classes from './DashboardPage.module.css';

/** The dashboard before the answer for its place is known. */
export function DashboardSkeleton() {
  return (
    <div aria-busy="true" role="status" aria-label="Loading locations">
      <Skeleton height={34} width={300} />
      <Skeleton height={16} width={220} mt={8} mb={8} />
      <Skeleton height={64} radius={12} mb={16} />
      <div className={classes.skeletons}>
        {[0, 1, 2, 3, 4].map((i) => (
          <Skeleton key={i} height={68} width={240} radius={12} />
        ))}
      </div>
      <div className={cards.grid}>
        <div className={cards.lightning}>
          <Skeleton height={284} radius={12} />
        </div>
        <div className={cards.weather}>
          <Skeleton height={190} radius={12} />
        </div>
        <div className={cards.warnings}>
          <Skeleton height={190} radius={12} />
        </div>
      </div>
    </div>
  );
}
