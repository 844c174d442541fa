import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../../../api/failure.ts';
import { conditionKeys } from '../../../api/query-keys/conditions.ts';
import { routes } from '../../../api/routes.ts';
import { timeAgo } from '../../../clock/time-text.ts';
import { useApi } from '../../../services.ts';
import type { Point } from '../measure/measure.ts';
import { useSlowNow } from '../use-slow-now.ts';
import classes from './Popups.module.css';
import { Details } from './Popups.tsx';

/** The weather at a clicked place: of the preferred station, or of the nearest government station. */
export function ObservationDetails({ at }: { at: Point }) {
  const [source, setSource] = useState<'preferred' | 'metar'>('preferred');
  const api = useApi();
  const now = useSlowNow(1_000);
  const { data, error } = useQuery({
    queryKey: conditionKeys.observationAtPoint.of(source, at.latitude, at.longitude),
    queryFn: ({ signal }) => {
      const point = { query: { latitude: at.latitude, longitude: at.longitude }, signal };
      return source === 'metar'
        ? api.call(routes.getMetarAtPoint, point)
        : api.call(routes.getObservationAtPoint, point);
    },
    retry: false,
  });
  const value = ({ value, unit }: { value: number | null; unit: string }, decimals = 0) =>
    value === null ? '--' : `${value.toFixed(decimals)} ${unit}`;
  return (
    <>
      <SegmentedControl
        fullWidth
        mb={8}
        aria-label="Which observation"
        value={source}
        onChange={(next) => setSource(next as typeof source)}
        data={[
          { value: 'preferred', label: 'Preferred' },
          { value: 'metar', label: 'METAR' },
        ]}
      />
      {error && (
        <p role="alert" className={classes.unknown}>
          {error instanceof ApiFailure ? error.message : 'The conditions here cannot be had right now.'}
        </p>
      )}
      {!data && !error && <p role="status">Asking for the conditions here…</p>}
      {data && (
        <>
          <Details
            rows={[
              ['Station Name', data.weatherStation.name],
              ['Conditions', data.data.weather_code.text ?? '--'],
              ['Temperature', value(data.data.ambientTemperature)],
              [
                'Wind Speed',
                `${value(data.data.windSpeed)}${data.data.windDirection ? ` ${data.data.windDirection}` : ''}`,
              ],
              ['Wind Gust', value(data.data.windGust)],
              ['Feels', value(data.data.feelLike)],
              ['WBGT', value(data.data.wgbt, 1)],
              ['Precipitation Today', value(data.calibratedData.rainToday, 2)],
            ]}
          />
          <p className={classes.unknown}>
            {data.stale ? 'Old: reported ' : 'Reported '}
            {timeAgo(data.data.observationTime, now)}, {data.weatherStation.distanceMiles.toFixed(1)} mi away.
          </p>
        </>
      )}
    </>
  );
}
