import type { User } from '@allclear/contract';
import { Button, Skeleton } from '@mantine/core';
import { IconFileImport, IconUsersGroup } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { routes } from '../../api/routes.ts';
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

const ImportDialog = lazy(() => import('../../features/imports/ImportDialog.tsx'));

const importRoutes = {
  preview: routes.previewPersonImport,
  rows: routes.listPersonImportRows,
  errors: routes.getPersonImportErrors,
  store: routes.importPeople,
};
const importColumns = [
  'First Name (required) and Last Name',
  'Email (required of people who sign in; somebody who has it already is changed, and empty cells leave them as they are)',
  'Phone Number',
  'Permission Level (Customer unless given; Notification Only cannot sign in)',
  'User Group (the name of one; required of people who sign in)',
  'Time Zone, Email Notifications (yes unless given) and Text Notifications (no unless given)',
];

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
            <ImportUsers />
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

/** The button that imports people, and its dialog. */
function ImportUsers() {
  const client = useQueryClient();
  const [imports, setImports] = useState({ serial: 0, opened: false });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={18} />}
        aria-haspopup="dialog"
        onClick={() => setImports(({ serial }) => ({ serial: serial + 1, opened: true }))}
      >
        Import
      </Button>
      {imports.serial > 0 && (
        <Suspense fallback={null}>
          <ImportDialog
            key={imports.serial}
            opened={imports.opened}
            title="Import Users"
            routes={importRoutes}
            columns={importColumns}
            onStored={() => {
              void client.invalidateQueries({ queryKey: peopleKeys.users.all });
              void client.invalidateQueries({ queryKey: peopleKeys.groups.all });
            }}
            onClose={() => setImports((before) => ({ ...before, opened: false }))}
          />
        </Suspense>
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
