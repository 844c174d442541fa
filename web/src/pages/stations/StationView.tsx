import type { StationCurrent, WeatherStation } from '@allclear/contract';
import { Alert, Tooltip } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { type QueryState, trustOf } from '../../api/query-state.ts';
import { shortDateTime, timeAgo } from '../../clock/time-text.ts';
import {
  customProblem,
  defaultCustomDays,
  type HistoryRange,
  rangeOf,
} from '../../features/stations/history/history-window.ts';
import { historyCrashText, StationHistory } from '../../features/stations/history/StationHistory.tsx';
import { useStationHistory } from '../../features/stations/history/use-station-history.ts';
import { StationPageImage } from '../../features/stations/image/StationPageImage.tsx';
import { useAddress } from '../../tables/use-address.ts';
import { GuardedCard } from '../../ui/Card.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import page from '../page.module.css';
import { CurrentCard, currentCrashText } from './CurrentCard.tsx';
import classes from './StationPage.module.css';

interface StationViewProps {
  station: StationCurrent;
  current: QueryState<StationCurrent> | undefined;
  features: readonly { readonly displayName: string }[];
  /** The own organization's hardware; null for a station of others. */
  own: WeatherStation | null;
  /** Under the header: what the reader may change. */
  tools?: ReactNode;
  /** Below the charts: snapshots, evapotranspiration, exports. */
  record?: ReactNode;
  nowMs: number;
  speed: number;
  weather: string;
  /** Nobody is signed in. */
  isPublic: boolean;
}

/** The page of a weather station (spec 3 section 2.3), for those who may open it. */
export function StationView(props: StationViewProps) {
  const { station, current, features, own, tools, record, nowMs, speed, weather, isPublic } = props;
  const { imageUrl = '' } = useParams();
  const { name, locationName, id } = station;
  usePageTitle(name === locationName ? name : `${locationName}, ${name}`, weather);
  const isOld = trustOf(current, nowMs, speed, 'observation') === 'unknown';
  return (
    <>
      <Header station={station} nowMs={nowMs} />
      {own?.fault && (
        <Alert
          className={page.old}
          color="var(--warning)"
          variant="outline"
          role="status"
          title="This station is out of order"
        >
          {own.fault}
        </Alert>
      )}
      {tools}
      <div className={classes.now}>
        <GuardedCard title="Current Conditions" fallback={currentCrashText} resetKey={id}>
          <CurrentCard station={station} isOld={isOld} features={features} nowMs={nowMs} />
        </GuardedCard>
        <GuardedCard title="Station image" fallback="The image cannot be shown." resetKey={id}>
          <StationPageImage {...{ station, imageUrl, speed, nowMs, isPublic }} />
        </GuardedCard>
      </div>
      <History key={id} {...{ station, nowMs, speed, isPublic }} />
      {record}
    </>
  );
}

function Header({ station, nowMs }: { station: StationCurrent; nowMs: number }) {
  const { name, locationName, lastUpdated, calibratedData, timeZone } = station;
  return (
    <header className={page.header}>
      <div className={page.words}>
        <p>{name === locationName ? 'Weather station' : name}</p>
        <h1>{locationName}</h1>
        <p className={classes.times}>
          {/* On paper 'minutes ago' says nothing by itself. */}
          <span className={classes.paperOnly}>
            As of {shortDateTime(new Date(nowMs).toISOString(), timeZone)}
          </span>
          <span>
            {lastUpdated === null
              ? 'No report of the last hours'
              : `Last updated ${timeAgo(lastUpdated, nowMs)}`}
          </span>
          {calibratedData.rainUpdatedTime && (
            <span className={classes.withIcon}>
              Precipitation updated {timeAgo(calibratedData.rainUpdatedTime, nowMs)}
              <Tooltip label="Radar-Correction Precipitation is enabled and rainfall totals update hourly.">
                <button
                  type="button"
                  className={`${classes.info} touch-area`}
                  aria-label="About precipitation"
                >
                  <IconInfoCircle size={14} aria-hidden="true" />
                </button>
              </Tooltip>
            </span>
          )}
        </p>
      </div>
    </header>
  );
}

function History({
  station,
  nowMs,
  speed,
  isPublic,
}: Pick<StationViewProps, 'station' | 'nowMs' | 'speed' | 'isPublic'>) {
  const { id: stationId, timeZone } = station;
  const { range, custom, choose } = useRange(nowMs, timeZone);
  const applies = range !== 'custom' || customProblem(custom, nowMs, timeZone) === null;
  const history = useStationHistory(
    { stationId, range, custom: applies ? custom : null, isPublic },
    speed,
    applies,
  );
  return (
    <GuardedCard title="Historical Data" fallback={historyCrashText} resetKey={`${stationId} ${range}`}>
      <StationHistory {...{ history, range, custom, timeZone, nowMs, speed }} onRange={choose} />
    </GuardedCard>
  );
}

/**
 * The range of the charts, which is also in the page's address. The fields of the days are drawn from what was
 * entered: the address follows later, and a field that waits for it would lose what is typed meanwhile.
 */
function useRange(nowMs: number, timeZone: string) {
  const [search, changeAddress] = useAddress();
  const [chosen, setChosen] = useState(() => ({
    range: rangeOf(search.get('range') ?? ''),
    start: search.get('start'),
    end: search.get('end'),
  }));
  const days = defaultCustomDays(nowMs, timeZone);
  const custom = { start: chosen.start ?? days.start, end: chosen.end ?? days.end };
  const choose = (range: HistoryRange, { start, end }: typeof custom) => {
    const isCustom = range === 'custom';
    setChosen({ range, start: isCustom ? start : null, end: isCustom ? end : null });
    changeAddress((before) => {
      const next = new URLSearchParams(before);
      next.set('range', range);
      for (const [name, day] of Object.entries({ start, end })) {
        if (isCustom) next.set(name, day);
        else next.delete(name);
      }
      return next;
    });
  };
  return { range: chosen.range, custom, choose };
}
