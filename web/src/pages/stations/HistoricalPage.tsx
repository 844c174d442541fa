import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useSlowNow } from '../../clock/use-now.ts';
import { useLocations } from '../../features/locations/use-locations.ts';
import {
  useStationCurrent,
  useStationFeatures,
  useStationStatus,
} from '../../features/stations/current/use-station.ts';
import { ShareSwitch } from '../../features/stations/sharing/ShareSwitch.tsx';
import type { PageProps } from '../page-manifest.ts';
import { NoAccess, OpeningStation, StationUnavailable } from './NoAccess.tsx';
import classes from './StationPage.module.css';
import { StationRecord } from './StationRecord.tsx';
import { StationView } from './StationView.tsx';

/** /Historical/{weatherStationId}/{encodedImageUrl} for people who are signed in (spec 3 section 2.3). */
export default function HistoricalPage({ status, user, permissions, organization }: PageProps) {
  const { stationId = '' } = useParams();
  const nowMs = useSlowNow();
  const asked = { stationId, speed: status.speed, isPublic: false };
  const current = useStationCurrent(asked);
  const features = useStationFeatures(asked)?.value;
  const isOwn = features != null && features.customerId === organization?.id;
  const own = useStationStatus(stationId, status.speed, isOwn)?.value ?? null;
  const mayWrite = own !== null && permissions.includes('stations:write');
  return (
    <>
      <BackLink ownPlaceId={own?.organizationLocationId ?? null} />
      {current?.none && <NoAccess weather={status.weather} />}
      {current?.failed && !current.none && !current.value && <StationUnavailable weather={status.weather} />}
      {(current === undefined || (current.value && nowMs === null)) && (
        <OpeningStation weather={status.weather} />
      )}
      {current?.value && nowMs !== null && (
        <StationView
          station={current.value}
          {...{ current, own, nowMs }}
          features={features?.features ?? []}
          speed={status.speed}
          weather={status.weather}
          isPublic={false}
          record={
            <StationRecord
              station={current.value}
              {...{ user, permissions }}
              organizationLocationId={own?.organizationLocationId ?? null}
              mayWrite={mayWrite}
              speed={status.speed}
            />
          }
          tools={
            own &&
            mayWrite && (
              <div className={classes.tools}>
                <ShareSwitch station={own} isOnTrial={organization?.status === 'TRIAL'} />
              </div>
            )
          }
        />
      )}
    </>
  );
}

/** To the reader's location that the address names or that is at the station's place, else to the list. */
function BackLink({ ownPlaceId }: { ownPlaceId: string | null }) {
  const [search] = useSearchParams();
  const { data: locations } = useLocations();
  const placeId = search.get('organizationLocationId') ?? ownPlaceId;
  const place =
    placeId && locations?.find(({ organizationLocationId }) => organizationLocationId === placeId);
  return (
    <Link className={classes.back} to={place ? `/?location=${encodeURIComponent(place.id)}` : '/Historical'}>
      <IconArrowLeft size={16} aria-hidden="true" />
      {place ? place.label : 'Weather Stations'}
    </Link>
  );
}
