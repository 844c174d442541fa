import { Skeleton } from '@mantine/core';
import { Navigate } from 'react-router';
import { Domains } from '../../features/integrations/Domains.tsx';
import classes from '../../features/integrations/Integrations.module.css';
import { SsoForm } from '../../features/integrations/SsoForm.tsx';
import { SsoTest } from '../../features/integrations/SsoTest.tsx';
import { useSso, useSsoGroups } from '../../features/integrations/use-sso.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';
import type { PageProps } from '../page-manifest.ts';

/** /Integrations/SSO: how people of the organization sign in (spec 3 section 2.10). */
export default function SsoPage({ user, permissions }: Pick<PageProps, 'user' | 'permissions'>) {
  if (!permissions.includes('integrations.sso.access')) return <Navigate to="/Integrations" replace />;
  return (
    <div className={classes.page}>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Single sign-on</h1>
          <p>How people of your organization sign in</p>
        </div>
      </header>
      {user && <Configuration customerId={user.customerId} />}
    </div>
  );
}

function Configuration({ customerId }: { customerId: string }) {
  const { data, error, isFetching, refetch } = useSso(customerId);
  const groups = useSsoGroups();
  const retry = () => void refetch();
  if (!data && error)
    return (
      <ListFailure
        title="Problem retrieving single sign-on"
        error={error}
        isFetching={isFetching}
        onRetry={retry}
      />
    );
  if (!data)
    return (
      <Delayed>
        <Skeleton height={320} radius={12} />
      </Delayed>
    );
  if (data.managedBy === 'issuer')
    return (
      <section className={classes.card}>
        <h2>Managed elsewhere</h2>
        <p className={classes.hint}>
          The identity provider of this installation signs everybody in. Single sign-on is set up there.
        </p>
      </section>
    );
  return (
    <>
      {error && <OldListAlert title="This may be old" error={error} onRetry={retry} />}
      {groups.error && (
        <OldListAlert
          title="Problem retrieving user groups"
          error={groups.error}
          onRetry={() => void groups.refetch()}
        />
      )}
      {!data.mayChange && <p className={classes.hint}>Only Admins change this.</p>}
      <Domains sso={data} />
      <SsoForm key={`${data.isConfigured}`} sso={data} groups={groups.data ?? []} />
      {data.isConfigured && <SsoTest sso={data} />}
    </>
  );
}
