import type { Hardware } from '@allclear/contract';
import { Button, Skeleton } from '@mantine/core';
import { IconAlertOctagon, IconSpeakerphone } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { BulkMenu } from '../../features/hardware/BulkMenu.tsx';
import { UnitBoard } from '../../features/hardware/UnitBoard.tsx';
import { type OpenDialog, UnitDialogs } from '../../features/hardware/UnitDialogs.tsx';
import { namesText, placesInWarning, silentBecause } from '../../features/hardware/unit-text.ts';
import { useHardware } from '../../features/hardware/use-hardware.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { AddButton, ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';
import classes from './HardwarePage.module.css';

/** /Hardware: outdoor warning systems, loudspeakers, relays and weather stations (spec 2 section 2). */
export default function HardwarePage({ permissions }: { permissions: readonly string[] }) {
  const { data: units, error, isFetching, refetch } = useHardware();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const retry = () => void refetch();
  const mayWrite = permissions.includes('hardware:write');
  // A unit that was removed meanwhile is not counted.
  const selected = (units ?? []).filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  return (
    <>
      <header className={page.header}>
        <div className={page.words}>
          <h1>On-Site Hardware</h1>
          <p>What sounds, lights and speaks at your locations, and what it does now.</p>
        </div>
        {units && (
          <div className={classes.buttons}>
            {permissions.includes('pa.full_access') && (
              <Button variant="default" aria-haspopup="dialog" onClick={() => setDialog({ kind: 'message' })}>
                Send PA Message
              </Button>
            )}
            {mayWrite && <AddButton label="Add Hardware" onAdd={() => setDialog({ kind: 'add' })} />}
          </div>
        )}
      </header>
      {error && units && <OldListAlert title="This list may be old" error={error} onRetry={retry} />}
      {error && !units && (
        <ListFailure title="Failed To Get Hardware" error={error} isFetching={isFetching} onRetry={retry}>
          Units go on without this page.
        </ListFailure>
      )}
      {!units && !error && (
        <Delayed>
          <Loading />
        </Delayed>
      )}
      {units?.length === 0 && <Empty />}
      {units && units.length > 0 && (
        <>
          <Worst units={units} />
          <UnitBoard
            units={units}
            mayWrite={mayWrite}
            isOld={error !== null}
            chosen={chosen}
            onChoose={setChosen}
            onAction={(action, { id }) => setDialog({ kind: 'unit', action, id })}
            tools={
              <BulkMenu
                count={selected.length}
                onAction={(action) => setDialog({ kind: 'bulk', action, ids: selected })}
              />
            }
          />
        </>
      )}
      {units && dialog && (
        <UnitDialogs units={units} dialog={dialog} mayWrite={mayWrite} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

/** The worst minute: lightning is near, and a unit cannot warn of it. */
function Worst({ units }: { units: readonly Hardware[] }) {
  const warned = placesInWarning(units);
  const silent = units.filter((unit) => silentBecause(unit, warned) !== null);
  if (silent.length === 0) return null;
  const places = new Set(silent.map(({ locationName }) => locationName));
  return (
    <p className={classes.worst} role="alert">
      <IconAlertOctagon size={22} aria-hidden="true" />
      <span>
        {namesText(silent)} cannot sound, and {[...places].slice(0, 3).join(', ')}{' '}
        {places.size === 1 ? 'is' : 'are'} under a warning now. Warn people there in another way.
      </span>
    </p>
  );
}

/** Of a message to the support contact. */
const subject = 'On-site hardware';

function Empty() {
  return (
    <div className={page.alone}>
      <IconSpeakerphone size={44} stroke={1.4} aria-hidden="true" />
      <h2>You don't have any hardware added</h2>
      <p>Sirens, strobes, loudspeakers, relays and weather stations of your locations stand here.</p>
      <Button component={Link} to={`/Support?subject=${encodeURIComponent(subject)}`}>
        Contact support
      </Button>
    </div>
  );
}

function Loading() {
  return (
    <div className={classes.skeletons} role="status" aria-busy="true" aria-label="Loading hardware">
      {[0, 1, 2, 3, 4, 5].map((i) => (
        <Skeleton key={i} height={230} radius={12} />
      ))}
    </div>
  );
}
