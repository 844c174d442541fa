import type { ApiKey } from '@allclear/contract';
import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import classes from '../../features/integrations/Integrations.module.css';
import { KeyForm } from '../../features/integrations/keys/KeyForm.tsx';
import { KeyList } from '../../features/integrations/keys/KeyList.tsx';
import { useKeys } from '../../features/integrations/keys/use-keys.ts';
import { ShownOnce } from '../../features/integrations/ShownOnce.tsx';
import { Delayed } from '../../ui/Delayed.tsx';
import { AddButton, ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';
import type { PageProps } from '../page-manifest.ts';

/** /Integrations/Keys: keys by which programs ask the API. */
export default function KeysPage({ permissions }: Pick<PageProps, 'permissions'>) {
  const { data: keys, error, isFetching, refetch } = useKeys();
  const [open, setOpen] = useState<{ edited: ApiKey | null } | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const retry = () => void refetch();
  return (
    <div className={classes.page}>
      <header className={page.header}>
        <div className={page.words}>
          <h1>API keys</h1>
          <p>By which programs ask Allclear in your name</p>
        </div>
        {keys && <AddButton label="New API Key" onAdd={() => setOpen({ edited: null })} />}
      </header>
      {made !== null && <ShownOnce label="Your new API key" secret={made} onDone={() => setMade(null)} />}
      {error && keys && <OldListAlert title="This list may be old" error={error} onRetry={retry} />}
      {error && !keys && (
        <ListFailure
          title="Problem retrieving API keys"
          error={error}
          isFetching={isFetching}
          onRetry={retry}
        />
      )}
      {!error && !keys && (
        <Delayed>
          <Skeleton height={160} radius={12} />
        </Delayed>
      )}
      {keys?.length === 0 && (
        <div className={page.alone}>
          <h2>There are no API keys</h2>
          <p>A key lets a scoreboard, a script or another system read what you see here, and no more.</p>
        </div>
      )}
      {keys && keys.length > 0 && (
        <KeyList keys={keys} onEdit={(edited) => setOpen({ edited })} onMade={setMade} />
      )}
      {open && (
        <KeyForm edited={open.edited} held={permissions} onClose={() => setOpen(null)} onMade={setMade} />
      )}
    </div>
  );
}
