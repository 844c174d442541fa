import type { Location, Status, WeatherStation } from '@allclear/contract';
import { localText } from '@allclear/domain';
import { Alert } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useParams, useSearchParams } from 'react-router';
import { timeAgo } from '../../clock/time-text.ts';
import { useSlowNow } from '../../clock/use-now.ts';
import { useLocations } from '../../features/locations/use-locations.ts';
import { historyCrashText, StationHistory } from '../../features/stations/history/StationHistory.tsx';
import { rangeOf } from '../../features/stations/history/station-history.ts';
import { useStationHistory } from '../../features/stations/history/use-station-history.ts';
import { GuardedCard } from '../../ui/Card.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import page from '../page.module.css';
import classes from './HistoricalPage.module.css';

/** A weather station and its history: /Historical/{weatherStationId}/{encodedImageUrl} (spec 1 section 2). */
export default function HistoricalPage({ status }: { status: Status }) {
  const { stationId = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const range = rangeOf(search.get('range') ?? '');
  const nowMs = useSlowNow();
  const { station, history } = useStationHistory(stationId, range, status.speed);
  const { data: locations } = useLocations();
  const name = station?.value?.name ?? 'Weather station';
  const place = placeOf(station?.value ?? null, locations ?? []);
  const timeZone = place?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  usePageTitle(place ? `${name}, ${place.label}` : name, status.weather);

  if (station?.none) {
    return (
      <div className={page.alone}>
        <h1>This weather station does not exist</h1>
        <p>It may have been removed, or belong to another organization.</p>
        <Link to="/">To the dashboard</Link>
      </div>
    );
  }
  return (
    <>
      <Link className={classes.back} to={place ? `/?location=${encodeURIComponent(place.id)}` : '/'}>
        <IconArrowLeft size={16} aria-hidden="true" />
        {place ? place.label : 'Dashboard'}
      </Link>
      <header className={page.header}>
        <div className={page.words}>
          <p>{place ? `Weather station at ${place.label}` : 'Weather station'}</p>
          <h1>{name}</h1>
          <p>
            {[reportText(station?.value ?? null, nowMs), zoneText(timeZone, nowMs)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      </header>
      {station?.value?.fault && (
        <Alert
          className={page.old}
          color="var(--warning)"
          variant="outline"
          role="status"
          title="This station is out of order"
        >
          {station.value.fault}
        </Alert>
      )}
      <GuardedCard title="Historical Data" fallback={historyCrashText} resetKey={`${stationId} ${range}`}>
        <StationHistory
          history={history}
          range={range}
          onRange={(chosen) => setSearch({ range: chosen }, { replace: true })}
          timeZone={timeZone}
          nowMs={nowMs}
          speed={status.speed}
        />
      </GuardedCard>
    </>
  );
}

/** The reader's location at the place of a station. */
function placeOf(station: WeatherStation | null, locations: readonly Location[]): Location | null {
  const at = station?.organizationLocationId;
  return (at && locations.find(({ organizationLocationId }) => organizationLocationId === at)) || null;
}

function reportText(station: WeatherStation | null, nowMs: number | null): string {
  return station?.observationTime ? `Last report ${timeAgo(station.observationTime, nowMs)}` : '';
}

/** 'Times in CDT (America/Chicago)'. */
function zoneText(timeZone: string, nowMs: number | null): string {
  const name = timeZone.replaceAll('_', ' ');
  if (nowMs === null) return `Times in ${name}`;
  return `Times in ${localText(nowMs, timeZone, true).split(' ').at(-1)} (${name})`;
}
