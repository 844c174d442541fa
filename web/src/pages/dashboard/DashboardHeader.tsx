import type { Location } from '@allclear/contract';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconBellOff, IconPencil, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { dateAndTime } from '../../clock/time-text.ts';
import { OnDutyLine } from '../../features/locations/duties/OnDutyLine.tsx';
import { alertsAreOn } from '../../features/locations/location-fields.ts';
import { type LocationThreats, warningSentence } from '../../features/locations/threat.ts';
import page from '../page.module.css';
import classes from './DashboardPage.module.css';

interface DashboardHeaderProps {
  location: Location;
  standings: readonly LocationThreats[];
  nowMs: number | null;
  /** The menu by which the state of the place is shared. */
  share: ReactNode;
  /** What people do about the place. */
  tools?: ReactNode;
  onAdd: () => void;
  onEdit: () => void;
}

/** Today's date at the place, its name, and the number of locations in a policy warning. */
export function DashboardHeader({
  location,
  standings,
  nowMs,
  share,
  tools,
  onAdd,
  onEdit,
}: DashboardHeaderProps) {
  return (
    <header className={`${page.header} ${classes.header}`}>
      <div className={page.words}>
        <h1>
          {location.label}
          {!alertsAreOn(location.flags) && (
            <Tooltip label="Notifications are silenced for this location">
              <span
                className={classes.silenced}
                role="img"
                aria-label="Notifications are silenced for this location"
              >
                <IconBellOff size={20} />
              </span>
            </Tooltip>
          )}
        </h1>
        <p className={classes.facts}>
          <span>{nowMs === null ? ' ' : <Now nowMs={nowMs} timeZone={location.timeZone} />}</span>
          <span>{warningSentence(standings)}</span>
        </p>
        {location.organizationLocationId && (
          <div className={classes.duty}>
            <OnDutyLine organizationLocationId={location.organizationLocationId} />
          </div>
        )}
      </div>
      <div className={classes.tools}>{tools}</div>
      <div className={classes.actions}>
        {share}
        <Tooltip label="Edit location">
          <ActionIcon variant="default" aria-label={`Edit ${location.label}`} onClick={onEdit}>
            <IconPencil size={20} />
          </ActionIcon>
        </Tooltip>
        <Button className={classes.add} leftSection={<IconPlus size={18} />} onClick={onAdd}>
          Add location
        </Button>
        <Tooltip label="Add location">
          <ActionIcon className={classes.addSmall} aria-label="Add location" onClick={onAdd}>
            <IconPlus size={20} />
          </ActionIcon>
        </Tooltip>
      </div>
    </header>
  );
}

/** Breaks, where it must, between date and time. */
function Now({ nowMs, timeZone }: { nowMs: number; timeZone: string }) {
  const [date, time] = dateAndTime(nowMs, timeZone).split(' · ');
  return (
    <>
      <span>{date} ·</span> <span>{time}</span>
    </>
  );
}
