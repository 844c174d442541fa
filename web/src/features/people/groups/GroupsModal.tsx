import type { Group, OrganizationLocation } from '@allclear/contract';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { CloseFooter, Dialog } from '../../../ui/Dialog.tsx';
import { DiscardDialog } from '../../../ui/DiscardDialog.tsx';
import { GroupCard } from './GroupCard.tsx';
import classes from './Groups.module.css';

interface GroupsModalProps {
  opened: boolean;
  groups: readonly Group[];
  places: readonly OrganizationLocation[] | undefined;
  /** Whether the editor may add and delete groups. */
  mayWrite: boolean;
  onClose: () => void;
}

const newGroup = 'new';

/** The user groups, each a card that expands: all of them, or the own one of an Assistant Admin. */
export function GroupsModal({ opened, groups, places, mayWrite, onClose }: GroupsModalProps) {
  const [adds, setAdds] = useState(0);
  const [isAdding, setAdding] = useState(false);
  const [changed, setChanged] = useState<readonly string[]>([]);
  const [asks, setAsks] = useState(false);
  const small = useMediaQuery('(max-width: 48em)');
  const note = useCallback(
    (id: string, isChanged: boolean) =>
      setChanged((before) => {
        if (before.includes(id) === isChanged) return before;
        return isChanged ? [...before, id] : before.filter((one) => one !== id);
      }),
    [],
  );
  const present = changed.filter((id) => id === newGroup || groups.some((group) => group.id === id));
  const timeZone = groups[0]?.timeZone;
  const close = () => (present.length > 0 ? setAsks(true) : onClose());
  const add = () => {
    setAdds((count) => count + 1);
    setAdding(true);
  };
  return (
    <>
      <Dialog
        opened={opened}
        onClose={close}
        title="Manage User Groups"
        size={760}
        fullScreen={small ?? false}
        closeOnClickOutside={false}
        closeOnEscape={!asks}
      >
        <div className={classes.list}>
          {mayWrite && (
            <Button
              className={classes.add ?? ''}
              variant="default"
              leftSection={<IconPlus size={18} />}
              disabled={isAdding}
              onClick={add}
            >
              New Group
            </Button>
          )}
          {isAdding && (
            <Card
              key={`${newGroup} ${adds}`}
              group={null}
              {...{ timeZone, places, mayWrite, note }}
              onDone={() => setAdding(false)}
            />
          )}
          {groups.length === 0 && !isAdding && <p className={classes.counts}>{emptyText(mayWrite)}</p>}
          {groups.map((group) => (
            <Card key={group.id} {...{ group, timeZone, places, mayWrite, note }} onDone={() => undefined} />
          ))}
          <CloseFooter onClose={close} />
        </div>
      </Dialog>
      {asks && (
        <DiscardDialog title="Close without saving?" onDiscard={onClose} onKeep={() => setAsks(false)}>
          <p>Your changes have not been saved and will be lost.</p>
        </DiscardDialog>
      )}
    </>
  );
}

function emptyText(mayWrite: boolean): string {
  return mayWrite
    ? 'There is no user group yet. Policies notify people by their group.'
    : 'You belong to no user group. An administrator of your organization can add you to one.';
}

interface CardProps extends Pick<GroupsModalProps, 'places' | 'mayWrite'> {
  group: Group | null;
  timeZone: string | undefined;
  note: (id: string, isChanged: boolean) => void;
  onDone: () => void;
}

function Card({ group, note, ...rest }: CardProps) {
  const id = group?.id ?? newGroup;
  const onChanged = useCallback((isChanged: boolean) => note(id, isChanged), [id, note]);
  return <GroupCard group={group} onChanged={onChanged} {...rest} />;
}
