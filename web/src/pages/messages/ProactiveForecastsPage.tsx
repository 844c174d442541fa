import type { ProactiveForecast } from '@allclear/contract';
import { Skeleton } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useNow } from '../../clock/use-now.ts';
import { ExpireDialog } from '../../features/messages/ExpireDialog.tsx';
import { ForecastList } from '../../features/messages/ForecastList.tsx';
import { ForecastModal } from '../../features/messages/ForecastModal.tsx';
import { useForecasts, useOrganizationPlaces } from '../../features/messages/use-forecasts.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { AddButton, ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';
import { useOpenForm } from '../use-open-form.ts';
import classes from './ProactiveForecastsPage.module.css';

/**
 * Forecasts that people write for the organization: those in effect, a new one, a further message, an early
 * end.
 */
export default function ProactiveForecastsPage() {
  const forecasts = useForecasts();
  const places = useOrganizationPlaces();
  const nowMs = useNow(1000);
  const { form, open, close } = useOpenForm<ProactiveForecast>();
  const [ending, setEnding] = useState<ProactiveForecast | null>(null);
  const placeNames = useMemo(
    () => new Map((places.data ?? []).map(({ id, name }) => [id, name])),
    [places.data],
  );

  const list = forecasts.data;
  const ready = list !== undefined && nowMs !== null;
  const retry = () => void forecasts.refetch();
  return (
    <>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Proactive Forecasts</h1>
          <p>
            What you write to people about the weather ahead. It shows in Active Warnings of their dashboards
            until it expires.
          </p>
        </div>
        {ready && list.length > 0 && <AddButton label="New Forecast" onAdd={() => open(null)} />}
      </header>
      {forecasts.error && ready && (
        <OldListAlert title="This list may be old" error={forecasts.error} onRetry={retry} />
      )}
      {forecasts.error && !ready && (
        <ListFailure
          title="Problem retrieving forecasts"
          error={forecasts.error}
          isFetching={forecasts.isFetching}
          onRetry={retry}
        />
      )}
      {!ready && !forecasts.error && (
        <Delayed>
          <Loading />
        </Delayed>
      )}
      {ready && list.length === 0 && <Empty onNew={() => open(null)} />}
      {ready && list.length > 0 && (
        <ForecastList
          forecasts={list}
          placeNames={placeNames}
          nowMs={nowMs}
          actions={{ onAddMessage: open, onExpire: setEnding }}
        />
      )}
      {ready && form.serial > 0 && (
        <ForecastModal
          key={form.serial}
          opened={form.opened}
          forecast={form.edited}
          places={places.data}
          placesFailed={places.isError}
          nowMs={nowMs}
          onClose={close}
        />
      )}
      {ending && <ExpireDialog forecast={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

function Empty({ onNew }: { onNew: () => void }) {
  return (
    <div className={page.alone}>
      <IconSpeakerphone size={44} stroke={1.4} aria-hidden="true" />
      <h2>No forecasts have been written</h2>
      <p>Write one to tell people what is coming, before any threshold is reached.</p>
      <AddButton label="New Forecast" onAdd={onNew} />
    </div>
  );
}

function Loading() {
  return (
    <div className={classes.skeletons} role="status" aria-busy="true" aria-label="Loading forecasts">
      <Skeleton height={180} radius={12} />
      <Skeleton height={180} radius={12} />
    </div>
  );
}
