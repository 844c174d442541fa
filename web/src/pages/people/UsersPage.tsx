import type { User } from '@allclear/contract';
import { Button, Skeleton } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { GroupsModal } from '../../features/people/groups/GroupsModal.tsx';
import { editorOf } from '../../features/people/person-rules.ts';
import { UserModal } from '../../features/people/UserModal.tsx';
import { UserTable } from '../../features/people/UserTable.tsx';
import { useGroups, useOrganizationLocations, useUsers } from '../../features/people/use-people.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { AddButton, ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';
import type { PageProps } from '../page-manifest.ts';
import { useOpenForm } from '../use-open-form.ts';
import classes from './UsersPage.module.css';

/** The organization's people and its user groups (spec 2 section 2). */
export default function UsersPage({ user, permissions }: Pick<PageProps, 'user' | 'permissions'>) {
  const { users, error, isFetching, retry } = useUsers();
  const groups = useGroups();
  const places = useOrganizationLocations();
  const { form, open, close } = useOpenForm<User>();
  const [groupForm, setGroupForm] = useState({ serial: 0, opened: false });
  const editor = useMemo(() => user && editorOf(user), [user]);
  const mayWrite = permissions.includes('users:write');
  const isReady = users !== undefined && editor !== undefined;
  return (
    <>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Users</h1>
          <p>Who may sign in, who is notified, and in which group and hours.</p>
        </div>
        {mayWrite && isReady && (
          <div className={classes.buttons}>
            <Button
              variant="default"
              leftSection={<IconUsersGroup size={18} />}
              aria-haspopup="dialog"
              disabled={!groups.data}
              onClick={() => setGroupForm(({ serial }) => ({ serial: serial + 1, opened: true }))}
            >
              Manage Groups
            </Button>
            <AddButton label="Add User" onAdd={() => open(null)} />
          </div>
        )}
      </header>
      {error && users && <OldListAlert title="This list may be old" error={error} onRetry={retry} />}
      {error && !users && (
        <ListFailure title="Problem retrieving users" error={error} isFetching={isFetching} onRetry={retry}>
          Notifications go on without this page.
        </ListFailure>
      )}
      {groups.error && users && (
        <OldListAlert
          title="Problem retrieving user groups"
          error={groups.error}
          onRetry={() => void groups.refetch()}
        />
      )}
      {!isReady && !error && <Loading />}
      {isReady && <UserTable users={users} editor={editor} onEdit={open} />}
      {isReady && form.serial > 0 && (
        <UserModal
          key={`user ${form.serial}`}
          opened={form.opened}
          editor={editor}
          edited={form.edited}
          current={users.find(({ id }) => id === form.edited?.id) ?? null}
          groups={groups.data}
          places={places.data}
          onClose={close}
          onReload={open}
        />
      )}
      {groups.data && groupForm.serial > 0 && (
        <GroupsModal
          key={`groups ${groupForm.serial}`}
          opened={groupForm.opened}
          groups={groups.data}
          places={places.data}
          mayWrite={permissions.includes('sites:write')}
          onClose={() => setGroupForm((before) => ({ ...before, opened: false }))}
        />
      )}
    </>
  );
}

function Loading() {
  return (
    <Delayed>
      <div className={classes.loading} role="status" aria-busy="true">
        <p>Loading</p>
        {[0, 1, 2, 3, 4, 5].map((i) => (
          <Skeleton key={i} height={54} radius={8} />
        ))}
      </div>
    </Delayed>
  );
}
