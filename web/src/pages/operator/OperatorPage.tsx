import type { ManagedOrganization } from '@allclear/contract';
import { Alert, Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { EraseForm } from '../../features/operator/ConfirmedForms.tsx';
import classes from '../../features/operator/Operator.module.css';
import { OrganizationDetail } from '../../features/operator/OrganizationDetail.tsx';
import { OrganizationModal } from '../../features/operator/OrganizationModal.tsx';
import { isRefused } from '../../features/operator/use-operator-profile.ts';
import {
  useManagedOrganization,
  useManagedOrganizations,
} from '../../features/operator/use-organizations.ts';
import { operatorPath, unauthorizedPath } from '../../session/paths.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { AddButton, ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';
import { useOpenForm } from '../use-open-form.ts';

/** What an operator does with the organizations of the installation. */
export default function OperatorPage() {
  const [search] = useSearchParams();
  const id = search.get('organization');
  return id === null ? <Organizations /> : <Organization id={id} />;
}

const statusWords = { ACTIVE: 'Active', TRIAL: 'Trial', CLOSED: 'Closed' } as const;

function Organizations() {
  const { data, error, isFetching, refetch } = useManagedOrganizations();
  const { form, open, close } = useOpenForm<ManagedOrganization>();
  const [link, setLink] = useState<string | null>(null);
  if (isRefused(error)) return <Navigate to={unauthorizedPath} replace />;
  const retry = () => void refetch();
  return (
    <>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Organizations</h1>
          <p>Who uses this installation. You see inside of one only by acting as one of its people.</p>
        </div>
        {data && <AddButton label="Add Organization" onAdd={() => open(null)} />}
      </header>
      {link !== null && (
        <Alert
          className={page.old}
          title="No mail is configured: pass this link on, it is shown once"
          role="status"
        >
          <code>{link}</code>
        </Alert>
      )}
      {error && data && <OldListAlert title="This list may be old" error={error} onRetry={retry} />}
      {error && !data && (
        <ListFailure
          title="Problem retrieving organizations"
          error={error}
          isFetching={isFetching}
          onRetry={retry}
        />
      )}
      {!data && !error && <Loading />}
      {data?.length === 0 && <p className={classes.hint}>There is no organization yet. Add the first one.</p>}
      <ul className={classes.list} aria-label="Organizations">
        {data?.map((organization) => (
          <li key={organization.id}>
            <span>
              <strong>{organization.name}</strong>
              <small>
                {statusWords[organization.status]}, {organization.people}{' '}
                {organization.people === 1 ? 'person signs in' : 'people sign in'}
              </small>
            </span>
            <Button
              component={Link}
              variant="default"
              to={`${operatorPath}?organization=${organization.id}`}
              aria-label={`Open ${organization.name}`}
            >
              Open
            </Button>
          </li>
        ))}
      </ul>
      {form.serial > 0 && (
        <OrganizationModal
          key={form.serial}
          opened={form.opened}
          edited={form.edited}
          onClose={close}
          onLink={setLink}
        />
      )}
    </>
  );
}

function Organization({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useManagedOrganization(id);
  const { form, open, close } = useOpenForm<ManagedOrganization>();
  const [isErasing, setErasing] = useState(false);
  const [, setSearch] = useSearchParams();
  if (isRefused(error)) return <Navigate to={unauthorizedPath} replace />;
  const retry = () => void refetch();
  return (
    <>
      <header className={page.header}>
        <div className={page.words}>
          <Link to={operatorPath}>All organizations</Link>
          <h1>{data?.organization.name ?? 'Organization'}</h1>
          {data && <p>{statusWords[data.organization.status]}</p>}
        </div>
      </header>
      {error && data && <OldListAlert title="This page may be old" error={error} onRetry={retry} />}
      {error && !data && (
        <ListFailure
          title="Problem retrieving the organization"
          error={error}
          isFetching={isFetching}
          onRetry={retry}
        />
      )}
      {!data && !error && <Loading />}
      {data && <OrganizationDetail detail={data} onEdit={open} onErase={() => setErasing(true)} />}
      {form.serial > 0 && (
        <OrganizationModal
          key={form.serial}
          opened={form.opened}
          edited={form.edited}
          onClose={close}
          onLink={() => undefined}
        />
      )}
      {data && isErasing && (
        <EraseForm
          organization={data.organization}
          onErased={() => setSearch({}, { replace: true })}
          onClose={() => setErasing(false)}
        />
      )}
    </>
  );
}

function Loading() {
  return (
    <Delayed>
      <div role="status" aria-busy="true" aria-label="Loading">
        {[0, 1, 2].map((i) => (
          <Skeleton key={i} height={54} radius={8} mb={8} />
        ))}
      </div>
    </Delayed>
  );
}
