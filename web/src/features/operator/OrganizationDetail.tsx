import type { ManagedOrganization, ManagedOrganizationDetail, OrganizationPerson } from '@allclear/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ImpersonationForm } from './ConfirmedForms.tsx';
import classes from './Operator.module.css';
import { OrganizationPeople } from './OrganizationPeople.tsx';

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

interface OrganizationDetailProps {
  detail: ManagedOrganizationDetail;
  onEdit: (organization: ManagedOrganization) => void;
  onErase: () => void;
}

/** An organization: what an operator may do with it, its people, and who acted as them. */
export function OrganizationDetail({ detail, onEdit, onErase }: OrganizationDetailProps) {
  const { organization, users, impersonations } = detail;
  const [person, setPerson] = useState<OrganizationPerson | null>(null);
  const nameOf = (id: string) => users.find((one) => one.id === id)?.fullName ?? 'somebody who was removed';
  return (
    <>
      <div className={classes.actions}>
        <Button aria-haspopup="dialog" onClick={() => onEdit(organization)}>
          Edit Organization
        </Button>
        <Button
          variant="default"
          aria-haspopup="dialog"
          disabled={organization.status !== 'CLOSED'}
          aria-describedby="erase-hint"
          onClick={onErase}
        >
          Erase
        </Button>
        <span id="erase-hint" className={classes.hint}>
          {organization.status === 'CLOSED' ? '' : 'Only a closed organization can be erased.'}
        </span>
      </div>
      <h2>People who sign in</h2>
      {users.length === 0 && <p className={classes.hint}>Nobody signs in to this organization.</p>}
      <OrganizationPeople people={users} onActAs={setPerson} />
      <h2>Impersonations</h2>
      {impersonations.length === 0 && <p className={classes.hint}>No operator has acted as anybody here.</p>}
      <ul className={classes.list} aria-label="Impersonations">
        {impersonations.map(({ id, operator, userId, reason, startedUtc, endedUtc }) => (
          <li key={id}>
            <span>
              <strong>
                {operator} as {nameOf(userId)}
              </strong>{' '}
              {reason}
              <small>
                {time.format(new Date(startedUtc))}, {endedUtc === null ? 'going on' : 'ended'}
              </small>
            </span>
          </li>
        ))}
      </ul>
      {person && (
        <ImpersonationForm organizationId={organization.id} person={person} onClose={() => setPerson(null)} />
      )}
    </>
  );
}
