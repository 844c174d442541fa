import type { Group, OrganizationLocation } from '@allclear/contract';
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { GroupForm } from './GroupForm.tsx';
import classes from './Groups.module.css';
import { countOf } from './group-fields.ts';

interface GroupCardProps {
  /** Null: a new group, which opens expanded. */
  group: Group | null;
  /** The time zone of a new group, unless it is changed. */
  timeZone: string | undefined;
  places: readonly OrganizationLocation[] | undefined;
  /** Whether the editor may delete groups and choose their locations. */
  mayWrite: boolean;
  onChanged: (isChanged: boolean) => void;
  /** A new group was saved or given up. */
  onDone: () => void;
}

/** A group that expands into its form. Its input is kept while it is folded. */
export function GroupCard({ group, timeZone, places, mayWrite, onChanged, onDone }: GroupCardProps) {
  const [isOpen, setOpen] = useState(group === null);
  const [edited, setEdited] = useState<{ group: Group | null; serial: number } | null>(
    group === null ? { group, serial: 0 } : null,
  );
  const id = useId();
  const toggle = () => {
    setEdited((before) => before ?? { group, serial: 0 });
    setOpen((before) => !before);
  };
  const reload = (current: Group) =>
    setEdited((before) => ({ group: current, serial: (before?.serial ?? 0) + 1 }));
  return (
    <section className={classes.card} aria-label={group?.name ?? 'New user group'}>
      <h3 className={classes.head}>
        <UnstyledButton className={classes.toggle} aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
          <span className={classes.words}>
            <span className={classes.title}>{group?.name ?? 'New user group'}</span>
            {group && <span className={classes.counts}>{countsOf(group)}</span>}
          </span>
          <IconChevronDown size={20} aria-hidden="true" />
        </UnstyledButton>
      </h3>
      <div id={id} hidden={!isOpen}>
        {edited && (
          <GroupForm
            key={edited.serial}
            edited={edited.group}
            current={group}
            timeZone={timeZone}
            places={places}
            mayWrite={mayWrite}
            onChanged={onChanged}
            onSaved={(saved) => {
              if (edited.group === null) onDone();
              else reload(saved);
            }}
            onReload={() => group && reload(group)}
            onCancel={() => {
              onChanged(false);
              if (edited.group === null) return onDone();
              setEdited(null);
              setOpen(false);
            }}
          />
        )}
      </div>
    </section>
  );
}

function countsOf({ users, notificationUsers, organizationLocations, policies }: Group): string {
  const policyText = `${policies} ${policies === 1 ? 'policy' : 'policies'}`;
  return [
    countOf(users.length + notificationUsers.length, 'user'),
    countOf(organizationLocations.length, 'location'),
    policyText,
  ].join(' · ');
}
