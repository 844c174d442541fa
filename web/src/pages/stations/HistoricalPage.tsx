import type { Status } from '@allclear/contract';
import { Alert } from '@mantine/core';
import { Link, useParams, useSearchParams } from 'react-router';
import { timeAgo } from '../../clock/time-text.ts';
import { useSlowNow } from '../../clock/use-now.ts';
import { historyCrashText, StationHistory } from '../../features/stations/history/StationHistory.tsx';
import { rangeOf } from '../../features/stations/history/station-history.ts';
import { useStationHistory } from '../../features/stations/history/use-station-history.ts';
import { GuardedCard } from '../../ui/Card.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import page from '../page.module.css';

/** A weather station and its history: /Historical/{weatherStationId}/{encodedImageUrl} (spec 1 section 2). */
export default function HistoricalPage({ status }: { status: Status }) {
  const { stationId = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const range = rangeOf(search.get('range') ?? '');
  const nowMs = useSlowNow();
  const { station, history } = useStationHistory(stationId, range, status.speed);
  const name = station?.value?.name ?? 'Weather station';
  usePageTitle(name, status.weather);

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
      <header className={page.header}>
        <div className={page.words}>
          <p>Weather station</p>
          <h1>{name}</h1>
          <p>
            {station?.value?.observationTime
              ? `Last report ${timeAgo(station.value.observationTime, nowMs)}`
              : ' '}
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
          timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
          nowMs={nowMs}
          speed={status.speed}
        />
      </GuardedCard>
    </>
  );
}
