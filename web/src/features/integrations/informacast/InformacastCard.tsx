import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { messageOf } from '../../../api/failure.ts';
import { Delayed } from '../../../ui/Delayed.tsx';
import classes from '../Integrations.module.css';
import { TokenDialog } from './TokenDialog.tsx';
import { useInformacast } from './use-informacast.ts';

export const singlewirePath = '/Integrations/Singlewire';

interface InformacastCardProps {
  customerId: string | undefined;
  permissions: readonly string[];
}

/** The card of InformaCast (spec 3 section 2.10). */
export function InformacastCard({ customerId, permissions }: InformacastCardProps) {
  return (
    <section className={classes.card} aria-labelledby="informacast">
      <h2 id="informacast">Singlewire - InformaCast</h2>
      <p className={classes.hint}>
        InformaCast launches a scenario, on phones, speakers and screens of a site, when a policy is
        triggered.
      </p>
      {!permissions.includes('integrations.singlewire.access') ? (
        <Button
          component={Link}
          variant="default"
          to={{ pathname: '/Support', search: '?subject=Access%20to%20InformaCast' }}
        >
          Request Access
        </Button>
      ) : (
        customerId !== undefined && (
          <State customerId={customerId} mayChange={permissions.includes('write:integrations')} />
        )
      )}
    </section>
  );
}

function State({ customerId, mayChange }: { customerId: string; mayChange: boolean }) {
  const { data: connection, error, isFetching, refetch } = useInformacast(customerId);
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  if (connection === undefined)
    return error ? (
      <p className={classes.problem} role="alert">
        {messageOf(error)}{' '}
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    ) : (
      <Delayed>
        <Skeleton height={36} width={220} radius={8} />
      </Delayed>
    );
  if (connection)
    return (
      <>
        {connection.problem !== null && <p className={classes.problem}>{connection.problem}</p>}
        <Button component={Link} to={singlewirePath}>
          Manage Configuration
        </Button>
      </>
    );
  if (!mayChange) return <p className={classes.hint}>It is not connected. Admins connect it.</p>;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Connect to Singlewire
      </Button>
      {isOpen && (
        <TokenDialog
          customerId={customerId}
          connection={null}
          onClose={() => setOpen(false)}
          onConnected={() => void navigate(singlewirePath)}
        />
      )}
    </>
  );
}
