import type { Location } from '@allclear/contract';
import { Button, Tooltip } from '@mantine/core';
import { IconHandStop, IconHome, IconList, IconLockOpen, IconUsersGroup } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Link } from 'react-router';
import { OpenPlaceDialog } from '../../features/closures/OpenPlaceDialog.tsx';
import { useClosures } from '../../features/closures/use-closures.ts';
import { useRollCallOfPlace } from '../../features/roll-call/use-roll-call.ts';
import { useCurrentUser } from '../../features/shell/use-account.ts';
import { ThunderButton } from '../../features/thunder/ThunderButton.tsx';
import { thunderOutbox } from '../../features/thunder/thunder-outbox.ts';
import { rollCallAddress, sheltersAddress } from '../../session/paths.ts';
import { toast } from '../../ui/toast.ts';
import classes from './PlaceActions.module.css';

/** Loaded when they are opened. */
const ClosureDialog = lazy(() => import('../../features/closures/ClosureDialog.tsx'));
const StartDialog = lazy(() => import('../../features/roll-call/StartDialog.tsx'));
const ThunderReports = lazy(() => import('../../features/thunder/ThunderReports.tsx'));

type Place = Pick<Location, 'label' | 'timeZone'> & { readonly organizationLocationId: string };

interface PlaceActionsProps {
  location: Location;
  speed: number;
  /** Whether the answer for the place says that people have to act, or that nobody knows. */
  isHeld: boolean;
}

/**
 * What people do about a place of the organization: report thunder, see what was reported, keep it closed, find its
 * shelters, hold a roll-call.
 */
export function PlaceActions({ location, speed, isHeld }: PlaceActionsProps) {
  const { data: user } = useCurrentUser();
  const { organizationLocationId, label, timeZone } = location;
  if (organizationLocationId === null || user === undefined) return null;
  const may = (permission: string) => user.permissions.some((one) => one === permission);
  const place = { organizationLocationId, label, timeZone };
  const needed = ['thunder.report', 'closures:write', 'rollcall:write', 'organization-locations:read'];
  if (!needed.some(may)) return null;
  return (
    <section className={classes.actions} aria-label={`Actions at ${label}`}>
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
      {may('rollcall:write') ? (
        <span className={classes.second}>
          <RollCallTool key={`${organizationLocationId} roll-call`} place={place} isHeld={isHeld} />
        </span>
      ) : (
        may('organization-locations:read') && <SheltersTool place={place} />
      )}
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

/** For wardens: starts a roll-call, or leads to the open one. */
function RollCallTool({ place, isHeld }: { place: Place; isHeld: boolean }) {
  const { data } = useRollCallOfPlace(place.organizationLocationId);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {data?.isOpen ? (
        <LinkTool icon={<IconUsersGroup size={20} />} to={rollCallAddress(data.id)}>
          {data.isDrill ? 'Drill: roll-call' : 'Roll-call'}
        </LinkTool>
      ) : (
        <Tool icon={<IconUsersGroup size={20} />} onClick={() => setOpen(true)}>
          Start roll-call…
        </Tool>
      )}
      <SheltersTool place={place} />
      {isOpen && (
        <Loaded onFailed={() => setOpen(false)}>
          <StartDialog
            organizationLocationId={place.organizationLocationId}
            label={place.label}
            isHeld={isHeld}
            onClose={() => setOpen(false)}
          />
        </Loaded>
      )}
    </>
  );
}

function SheltersTool({ place }: { place: Place }) {
  return (
    <LinkTool icon={<IconHome size={20} />} to={sheltersAddress(place.organizationLocationId)}>
      Shelters
    </LinkTool>
  );
}

/** Its icon alone, as of a tool. */
function LinkTool({ icon, to, children }: { icon: ReactNode; to: string; children: ReactNode }) {
  return (
    <Tooltip label={children}>
      <Button component={Link} to={to} variant="default" className={classes.tool} leftSection={icon}>
        <span className={classes.word}>{children}</span>
      </Button>
    </Tooltip>
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
