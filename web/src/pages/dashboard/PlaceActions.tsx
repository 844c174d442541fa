import type { Location } from '@allclear/contract';
import { Button, Tooltip } from '@mantine/core';
import { IconHandStop, IconList, IconLockOpen } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { OpenPlaceDialog } from '../../features/closures/OpenPlaceDialog.tsx';
import { useClosures } from '../../features/closures/use-closures.ts';
import { useCurrentUser } from '../../features/shell/use-account.ts';
import { ThunderButton } from '../../features/thunder/ThunderButton.tsx';
import { thunderOutbox } from '../../features/thunder/thunder-outbox.ts';
import { toast } from '../../ui/toast.ts';
import classes from './PlaceActions.module.css';

/** Loaded when they are opened. */
const ClosureDialog = lazy(() => import('../../features/closures/ClosureDialog.tsx'));
const ThunderReports = lazy(() => import('../../features/thunder/ThunderReports.tsx'));

type Place = Pick<Location, 'label' | 'timeZone'> & { readonly organizationLocationId: string };

/** What people do about a place of the organization: report thunder, see what was reported, keep it closed. */
export function PlaceActions({ location, speed }: { location: Location; speed: number }) {
  const { data: user } = useCurrentUser();
  const { organizationLocationId, label, timeZone } = location;
  if (organizationLocationId === null || user === undefined) return null;
  const may = (permission: string) => user.permissions.some((one) => one === permission);
  const place = { organizationLocationId, label, timeZone };
  if (!may('thunder.report') && !may('closures:write')) return null;
  return (
    <section className={classes.actions} aria-label={`Thunder and closure of ${label}`}>
      {may('thunder.report') && (
        <>
          <ThunderButton
            // A count or a question is about this place.
            key={organizationLocationId}
            placeName={label}
            onThunder={(flashToBangSeconds) =>
              thunderOutbox.press({ organizationLocationId, placeName: label, timeZone, flashToBangSeconds })
            }
          />
          <ReportsTool place={place} speed={speed} mayTakeBack={may('locations:read-others')} />
        </>
      )}
      {may('closures:write') && <ClosureTools key={organizationLocationId} place={place} />}
    </section>
  );
}

interface ReportsToolProps {
  place: Place;
  speed: number;
  mayTakeBack: boolean;
}

function ReportsTool({ place, speed, mayTakeBack }: ReportsToolProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Tool icon={<IconList size={20} />} onClick={() => setOpen(true)}>
        Thunder reports
      </Tool>
      {isOpen && (
        <Loaded onFailed={() => setOpen(false)}>
          <ThunderReports
            organizationLocationId={place.organizationLocationId}
            placeName={place.label}
            timeZone={place.timeZone}
            speed={speed}
            mayTakeBack={mayTakeBack}
            onClose={() => setOpen(false)}
          />
        </Loaded>
      )}
    </>
  );
}

/** For admins: closes the place, and changes or ends its closure. */
function ClosureTools({ place }: { place: Place }) {
  const closures = useClosures(true);
  const current =
    closures.data?.find((one) => one.open && one.organizationLocationId === place.organizationLocationId) ??
    null;
  const [form, setForm] = useState<{ readonly edited: typeof current } | null>(null);
  const [opening, setOpening] = useState<typeof current>(null);
  return (
    <>
      {current ? (
        <>
          <Tool icon={<IconHandStop size={20} />} onClick={() => setForm({ edited: current })}>
            Change…
          </Tool>
          <Tool icon={<IconLockOpen size={20} />} onClick={() => setOpening(current)}>
            Open again…
          </Tool>
        </>
      ) : (
        <Tool icon={<IconHandStop size={20} />} onClick={() => setForm({ edited: null })}>
          Keep closed…
        </Tool>
      )}
      {form && (
        <Loaded onFailed={() => setForm(null)}>
          <ClosureDialog
            organizationLocationId={place.organizationLocationId}
            placeName={place.label}
            timeZone={place.timeZone}
            edited={form.edited}
            current={current?.id === form.edited?.id ? current : null}
            onClose={() => setForm(null)}
          />
        </Loaded>
      )}
      {opening && (
        <OpenPlaceDialog closure={opening} placeName={place.label} onClose={() => setOpening(null)} />
      )}
    </>
  );
}

/** Its icon alone: the row has room for one name. */
function Tool({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip label={children}>
      <Button variant="default" className={classes.tool} leftSection={icon} onClick={onClick}>
        <span className={classes.word}>{children}</span>
      </Button>
    </Tooltip>
  );
}

/** A dialog that is loaded on demand: if it fails to load, that is said and the page stays usable. */
function Loaded({ onFailed, children }: { onFailed: () => void; children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={null}
      onError={() => {
        toast('error', 'This could not be loaded', 'Please try again when the connection is back.');
        onFailed();
      }}
    >
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
