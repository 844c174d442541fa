import type { Shelter } from '@allclear/contract';
import { Button, Switch } from '@mantine/core';
import { IconPencil, IconPrinter, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../api/failure.ts';
import { dateAndTime } from '../../../clock/time-text.ts';
import { shelterSheetAddress } from '../../../session/paths.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { codeText, peopleText } from '../roll-call-words.ts';
import classes from './Shelters.module.css';
import { useOpenShelter, useReplaceCode } from './use-shelters.ts';

interface ShelterListProps {
  shelters: readonly Shelter[];
  organizationLocationId: string;
  timeZone: string;
  /** Whether the caller says which shelters are open. */
  mayOpen: boolean;
  mayChange: boolean;
  onEdit: (shelter: Shelter) => void;
}

/** The shelters of a place in their order. */
export function ShelterList({ shelters, ...rest }: ShelterListProps) {
  return (
    <ul className={classes.list} aria-label="Shelters">
      {shelters.map((shelter) => (
        <ShelterItem key={shelter.id} shelter={shelter} {...rest} />
      ))}
    </ul>
  );
}

type ItemProps = Omit<ShelterListProps, 'shelters'> & { shelter: Shelter };

function ShelterItem({ shelter, organizationLocationId, timeZone, mayOpen, mayChange, onEdit }: ItemProps) {
  const { id, name, capacity, minutesToReach, directions, isOpen, openSetBy, openSetUtc, code } = shelter;
  const open = useOpenShelter(organizationLocationId);
  const setOpen = (to: boolean) =>
    open.mutate(
      { shelter, isOpen: to },
      { onError: (thrown) => toast('error', `${name} was not changed`, messageOf(thrown)) },
    );
  return (
    <li className={classes.item}>
      <h3>{name}</h3>
      <div className={classes.open} data-open={isOpen}>
        {mayOpen ? (
          <Switch
            size="lg"
            className={classes.switch ?? ''}
            label={isOpen ? 'Open now' : 'Closed now'}
            aria-label={`${name} is open now`}
            checked={isOpen}
            disabled={open.isPending}
            onChange={({ currentTarget }) => setOpen(currentTarget.checked)}
          />
        ) : (
          <strong>{isOpen ? 'Open now' : 'Closed now'}</strong>
        )}
        <small>
          as {openSetBy ?? 'somebody'} said, {dateAndTime(Date.parse(openSetUtc), timeZone)}
        </small>
      </div>
      <p>
        {capacity === null ? 'Capacity not known' : `Holds ${peopleText(capacity)}`} · {minutesToReach} min on
        foot
      </p>
      {directions !== '' && <p className={classes.hint}>{directions}</p>}
      {mayChange && code !== null && (
        <div className={classes.buttons}>
          <span className={classes.code}>
            Code <strong>{codeText(code)}</strong>
          </span>
          <Button
            component={Link}
            to={shelterSheetAddress(organizationLocationId, id)}
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden="true" />}
            aria-label={`Print code: ${name}`}
          >
            Print code
          </Button>
          <ReplaceCode shelter={shelter} organizationLocationId={organizationLocationId} />
          <Button
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden="true" />}
            aria-label={`Edit ${name}`}
            aria-haspopup="dialog"
            onClick={() => onEdit(shelter)}
          >
            Edit
          </Button>
        </div>
      )}
    </li>
  );
}

function ReplaceCode({
  shelter,
  organizationLocationId,
}: Pick<ItemProps, 'shelter' | 'organizationLocationId'>) {
  const [isAsking, setAsking] = useState(false);
  const replace = useReplaceCode(organizationLocationId);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={18} aria-hidden="true" />}
        aria-label={`Replace code: ${shelter.name}`}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        Replace code
      </Button>
      {isAsking && (
        <ConfirmDialog
          opened
          item={`the code of ${shelter.name}`}
          verb="Replace"
          text="The sheets that were printed open nothing from then on. Print the new code and put it up."
          busy={replace.isPending}
          onConfirm={() =>
            replace.mutate(shelter, {
              onSuccess: () => toast('success', 'Code replaced'),
              onError: (thrown) => toast('error', 'The code was not replaced', messageOf(thrown)),
              onSettled: () => setAsking(false),
            })
          }
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
