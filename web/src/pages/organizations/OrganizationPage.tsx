import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { Impersonations } from '../../features/people/organization/Impersonations.tsx';
import classes from '../../features/people/organization/Organization.module.css';
import { OrganizationForm } from '../../features/people/organization/OrganizationForm.tsx';
import { SecondFactorForm } from '../../features/people/organization/SecondFactorForm.tsx';
import {
  useFactorRoles,
  useImpersonations,
  useOrganizationSettings,
} from '../../features/people/organization/use-organization-settings.ts';
import { NamesSetting } from '../../features/roll-call/NamesSetting.tsx';
import { HistoryLink } from '../../forms/HistoryLink.tsx';
import { Delayed } from '../../ui/Delayed.tsx';
import page from '../page.module.css';
import type { PageProps } from '../page-manifest.ts';

/** /Organization: what Admins set for everybody. */
export default function OrganizationPage({ organization }: Pick<PageProps, 'organization'>) {
  return (
    <div className={classes.page}>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Organization</h1>
          <p>What everybody of the organization sees, whom they turn to, and how they sign in</p>
        </div>
      </header>
      <Settings />
      <SecondFactor />
      <NamesSetting />
      <ImpersonationList />
      {organization && <HistoryLink recordId={organization.id} />}
    </div>
  );
}

function Settings() {
  const settings = useOrganizationSettings();
  const [serial, setSerial] = useState(0);
  if (!settings.data) return <Missing query={settings} what="The organization" />;
  return (
    <OrganizationForm
      key={serial}
      current={settings.data}
      onReload={() => setSerial((before) => before + 1)}
    />
  );
}

function SecondFactor() {
  const roles = useFactorRoles();
  const [serial, setSerial] = useState(0);
  if (!roles.data) return <Missing query={roles} what="The second step" />;
  return (
    <SecondFactorForm key={serial} current={roles.data} onReload={() => setSerial((before) => before + 1)} />
  );
}

function ImpersonationList() {
  const list = useImpersonations();
  if (!list.data) return <Missing query={list} what="The list of impersonations" />;
  return <Impersonations impersonations={list.data} />;
}

interface MissingProps {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  what: string;
}

function Missing({ query: { error, isFetching, refetch }, what }: MissingProps) {
  if (error && !isFetching)
    return (
      <section className={classes.card} role="alert">
        <h2>{what} could not be loaded</h2>
        <p className={classes.hint}>{messageOf(error)}</p>
        <Button variant="default" className={classes.save ?? ''} onClick={() => void refetch()}>
          Try again
        </Button>
      </section>
    );
  return (
    <Delayed>
      <Skeleton height={280} radius={12} role="status" aria-label={`Loading: ${what.toLowerCase()}`} />
    </Delayed>
  );
}
