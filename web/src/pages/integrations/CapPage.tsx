import { Code, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { CapAddressCard } from '../../features/integrations/cap/CapAddressCard.tsx';
import { useCapAddress } from '../../features/integrations/cap/use-cap-address.ts';
import classes from '../../features/integrations/Integrations.module.css';
import { ShownOnce } from '../../features/integrations/ShownOnce.tsx';
import { Delayed } from '../../ui/Delayed.tsx';
import { ListFailure } from '../ListStates.tsx';
import page from '../page.module.css';

/** /Integrations/CAP: warnings for other systems, in CAP 1.2. */
export default function CapPage() {
  const { data: address, error, isFetching, refetch } = useCapAddress();
  const [made, setMade] = useState<string | null>(null);
  return (
    <div className={classes.page}>
      <header className={page.header}>
        <div className={page.words}>
          <h1>CAP feed</h1>
          <p>The warnings of your organization for other systems, as an Atom feed of CAP 1.2 messages</p>
        </div>
      </header>
      {made !== null && (
        <ShownOnce label="The secret address of your feed" secret={made} onDone={() => setMade(null)} />
      )}
      {error && address === undefined && (
        <ListFailure
          title="Problem retrieving the address"
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!error && address === undefined && (
        <Delayed>
          <Skeleton height={120} radius={12} />
        </Delayed>
      )}
      {address !== undefined && <CapAddressCard address={address} onMade={setMade} />}
      <section className={classes.card} aria-label="How to read it">
        <div className={classes.words}>
          <strong className={classes.title}>How to read it</strong>
          <span>
            With an API key that may read the CAP feed, or by the secret address. Ask every minute; an
            unchanged feed answers 304 to its ETag.
          </span>
          <Code block>{`curl -H "Authorization: Bearer YOUR_KEY" ${location.origin}/api/cap/Feed`}</Code>
          <span>
            An empty feed, an expired message, or a feed that cannot be read is not an all clear. Only a
            message with the response type AllClear is one, until it expires.
          </span>
        </div>
      </section>
    </div>
  );
}
