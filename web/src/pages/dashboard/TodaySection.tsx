import type { Location } from '@allclear/contract';
import { lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useCurrentUser } from '../../features/shell/use-account.ts';
import { TodayCard, todayCrashText, todayTitle } from '../../features/warnings/today/TodayCard.tsx';
import { useToday } from '../../features/warnings/today/use-today.ts';
import { GuardedCard } from '../../ui/Card.tsx';
import { toast } from '../../ui/toast.ts';
import { useOpenForm } from '../use-open-form.ts';
import type { HeldTexts } from './DashboardCards.tsx';

/** Loaded when it is opened. */
const PracticeTimesDialog = lazy(
  () => import('../../features/locations/practice-times/PracticeTimesDialog.tsx'),
);

interface TodaySectionProps {
  location: Location;
  held: HeldTexts;
  nowMs: number | null;
  speed: number;
}

/** The coming hours of a location, and for Admins the form of its practice times. */
export function TodaySection({ location, held, nowMs, speed }: TodaySectionProps) {
  const today = useToday(location.id, speed);
  const user = useCurrentUser();
  const { form, open, close } = useOpenForm<string>();
  const { organizationLocationId: placeId } = location;
  const mayEdit = placeId !== null && user.data?.permissions.includes('practice-times:write') === true;
  return (
    <GuardedCard title={todayTitle} fallback={todayCrashText} resetKey={location.id}>
      <TodayCard
        today={today}
        held={held.risks}
        isHeld={held.place}
        away={held.away}
        lightning={held.lightning}
        lightningUntil={held.lightningUntil}
        timeZone={location.timeZone}
        nowMs={nowMs}
        speed={speed}
        onEdit={mayEdit ? () => open(placeId) : null}
      />
      {form.serial > 0 && form.edited !== null && (
        <ErrorBoundary
          fallback={null}
          onError={() =>
            toast('error', 'The form could not be loaded', 'Please try again when the connection is back.')
          }
        >
          <Suspense fallback={null}>
            <PracticeTimesDialog
              key={form.serial}
              opened={form.opened}
              organizationLocationId={form.edited}
              label={location.label}
              onClose={close}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </GuardedCard>
  );
}
