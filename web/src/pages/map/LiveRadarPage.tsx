import { NativeSelect, Skeleton, useComputedColorScheme } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useSearchParams } from 'react-router';
import { AnswerChip } from '../../features/locations/answer/AnswerChip.tsx';
import { useLocations } from '../../features/locations/use-locations.ts';
import { LiveRadar } from '../../features/map/LiveRadar.tsx';
import { MapCrash } from '../../features/map/MapCrash.tsx';
import { readLink, writeLink } from '../../features/map/settings/map-link.ts';
import { initialSettings, isPlain } from '../../features/map/settings/map-settings.ts';
import { useMapSettings } from '../../features/map/use-map-data.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { GoneLocation } from '../GoneLocation.tsx';
import type { PageProps } from '../page-manifest.ts';
import classes from './LiveRadarPage.module.css';
import { usePlaceAnswer } from './use-place-answer.ts';

/** Live Radar: the whole map (spec 1 section 2.10). */
export default function LiveRadarPage({ status }: PageProps) {
  const locations = useLocations();
  const settings = useMapSettings();
  const [search, setSearch] = useSearchParams();
  const [link] = useState(() => readLink(search));
  const list = locations.data ?? (locations.isError ? [] : null);
  const scheme = useComputedColorScheme('light');
  const saved = settings.data ?? (settings.isError ? initialSettings : null);
  // The plain map follows the page's theme: no bright map in a dark room.
  const begin = useMemo(
    () => saved && (isPlain(saved.baseLayerStyle) ? { ...saved, baseLayerStyle: scheme } : saved),
    [saved, scheme],
  );
  const wanted = search.get('location');
  const found = list?.find(({ id }) => id === wanted) ?? null;
  const selected = found ?? list?.[0] ?? null;
  const { answer, zoneStates } = usePlaceAnswer(selected, status);
  return (
    <div className={classes.page} data-full-width>
      <header className={classes.head}>
        <h1>Live Radar</h1>
        {selected && answer && <AnswerChip id={selected.id} label={selected.label} answer={answer} />}
        {list && list.length > 0 && (
          <NativeSelect
            aria-label="Location"
            value={selected?.id ?? ''}
            data={list.map(({ id, label }) => ({ value: id, label }))}
            onChange={({ currentTarget }) =>
              setSearch((before) => writeLink(before, { locationId: currentTarget.value, layers: null }))
            }
          />
        )}
      </header>
      {selected && wanted !== null && found === null && (
        <GoneLocation
          shown={selected.label}
          onClose={() => setSearch((before) => writeLink(before, { locationId: null, layers: null }))}
        />
      )}
      <div className={classes.map}>
        <ErrorBoundary fallback={<MapCrash />}>
          {list && begin ? (
            <LiveRadar
              locations={list}
              selected={selected}
              zoneStates={zoneStates}
              settings={begin}
              link={link}
              onSelect={(id) => setSearch((before) => writeLink(before, { locationId: id, layers: null }))}
              onLayers={(layers) =>
                setSearch((before) => writeLink(before, { locationId: before.get('location'), layers }), {
                  replace: true,
                })
              }
            />
          ) : (
            <Delayed>
              <Skeleton height="100%" radius={12} role="status" aria-label="Loading the map" />
            </Delayed>
          )}
        </ErrorBoundary>
      </div>
    </div>
  );
}
