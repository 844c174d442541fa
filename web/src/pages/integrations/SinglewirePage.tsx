import type { InformacastConnection } from '@allclear/contract';
import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import classes from '../../features/integrations/Integrations.module.css';
import { ConnectionCard } from '../../features/integrations/informacast/ConnectionCard.tsx';
import { TriggerDialog } from '../../features/integrations/informacast/TriggerDialog.tsx';
import { TriggerTable } from '../../features/integrations/informacast/TriggerTable.tsx';
import {
  useInformacast,
  useScenarioTriggers,
} from '../../features/integrations/informacast/use-informacast.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { AddButton, ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';
import type { PageProps } from '../page-manifest.ts';

/** /Integrations/Singlewire: which warnings launch which scenarios of InformaCast (spec 3 section 2.10). */
export default function SinglewirePage({ user }: Pick<PageProps, 'user'>) {
  return user ? <Configuration customerId={user.customerId} /> : null;
}

function Configuration({ customerId }: { customerId: string }) {
  const { data: connection, error, isFetching, refetch } = useInformacast(customerId);
  const [isOpen, setOpen] = useState(false);
  const retry = () => void refetch();
  return (
    <div className={`${classes.page} ${classes.wide}`}>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Singlewire - InformaCast</h1>
          <p>Scenarios that are launched when a policy is triggered</p>
        </div>
        {connection?.mayChange && <AddButton label="Add Scenario Trigger" onAdd={() => setOpen(true)} />}
      </header>
      {error && connection !== undefined && (
        <OldListAlert title="This may be old" error={error} onRetry={retry} />
      )}
      {error && connection === undefined && (
        <ListFailure
          title="Problem retrieving the configuration"
          error={error}
          isFetching={isFetching}
          onRetry={retry}
        />
      )}
      {!error && connection === undefined && <Loading />}
      {connection === null && (
        <div className={page.alone}>
          <h2>InformaCast is not connected</h2>
          <Button component={Link} to="/Integrations">
            All integrations
          </Button>
        </div>
      )}
      {connection && <Triggers connection={connection} />}
      {connection && isOpen && <TriggerDialog connection={connection} onClose={() => setOpen(false)} />}
    </div>
  );
}

const Loading = () => (
  <Delayed>
    <Skeleton height={160} radius={12} />
  </Delayed>
);

function Triggers({ connection }: { connection: InformacastConnection }) {
  const { data: triggers, error, isFetching, refetch } = useScenarioTriggers(connection.customerId);
  const retry = () => void refetch();
  return (
    <>
      {error && triggers && <OldListAlert title="This list may be old" error={error} onRetry={retry} />}
      {error && !triggers && (
        <ListFailure
          title="Problem retrieving scenario triggers"
          error={error}
          isFetching={isFetching}
          onRetry={retry}
        />
      )}
      {!error && !triggers && <Loading />}
      {triggers?.length === 0 && (
        <div className={page.alone}>
          <h2>You don't have any scenario triggers added</h2>
          <p>Add a scenario trigger to continue.</p>
        </div>
      )}
      {triggers && triggers.length > 0 && (
        <TriggerTable triggers={triggers} mayChange={connection.mayChange} />
      )}
      <ConnectionCard connection={connection} />
    </>
  );
}
