import type { CurrentUser, StationCurrent } from '@allclear/contract';
import { EvapotranspirationCard } from '../../features/stations/evapotranspiration/EvapotranspirationCard.tsx';
import { ExportData } from '../../features/stations/export/ExportData.tsx';
import { ConditionSnapshots } from '../../features/stations/snapshots/ConditionSnapshots.tsx';
import { ExportButton } from './ExportButton.tsx';
import classes from './StationPage.module.css';

interface StationRecordProps {
  station: StationCurrent;
  user: CurrentUser | undefined;
  permissions: readonly string[];
  /** Null for a station of others. */
  organizationLocationId: string | null;
  mayWrite: boolean;
  speed: number;
}

/** What people who are signed in find below the charts of a station. */
export function StationRecord({ station, user, permissions, ...props }: StationRecordProps) {
  const { organizationLocationId, mayWrite, speed } = props;
  const { id: stationId, name: stationName, timeZone } = station;
  return (
    <div className={classes.record}>
      <div>
        <ExportButton {...{ user, permissions, stationId, organizationLocationId }}>
          <ExportData {...{ stationId, stationName, timeZone }} />
        </ExportButton>
      </div>
      <ConditionSnapshots {...{ stationId, timeZone, speed, mayWrite }} />
      <EvapotranspirationCard {...{ stationId, timeZone, speed }} />
    </div>
  );
}
