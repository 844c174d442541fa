import type { User } from '@allclear/contract';
import { ActionIcon } from '@mantine/core';
import { IconMailOff, IconPencil, IconShieldOff, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useAddressTable } from '../../tables/use-address-table.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { smallPageSizes } from '../../ui/table/table-pages.ts';
import type { Column } from '../../ui/table/use-data-table.ts';
import { toast } from '../../ui/toast.ts';
import classes from './People.module.css';
import {
  type Editor,
  inactiveText,
  mayBeInvited,
  mayChange,
  mayResetFactors,
  searchTextOf,
} from './person-rules.ts';
import { ResendLink } from './ResendLink.tsx';
import { ResetFactors } from './ResetFactors.tsx';
import { toastDeleteRefusal } from './UserModal.tsx';
import { useDeleteUser } from './use-people.ts';

interface UserTableProps {
  users: readonly User[];
  editor: Editor;
  onEdit: (user: User) => void;
}

/** The organization's people: by first name unless another order is chosen, 10 to 50 on a page. */
export function UserTable({ users, editor, onEdit }: UserTableProps) {
  const view = useAddressTable('users', smallPageSizes);
  const [removed, setRemoved] = useState<User | null>(null);
  const [reset, setReset] = useState<User | null>(null);
  const columns = useMemo(
    () => columnsOf(editor, { onEdit, onRemove: setRemoved, onReset: setReset }),
    [editor, onEdit],
  );
  return (
    <>
      <DataTable
        caption="Users"
        columns={columns}
        rows={users}
        rowKey={({ id }) => id}
        empty={<p className={classes.none}>No user group is yours, so there is nobody to show.</p>}
        view={view}
        sizes={smallPageSizes}
        rowHeight={54}
        hidesFilters
      />
      {reset && <ResetFactors user={reset} onClose={() => setReset(null)} />}
      {removed && <RemovalQuestion user={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

type RowActions = Omit<ActionsProps, 'user'>;

function columnsOf(editor: Editor, actions: RowActions): readonly Column<User>[] {
  return [
    {
      key: 'name',
      width: '30%',
      header: 'Full Name',
      cell: (user) => <NameCell user={user} />,
      sortBy: ({ fullName }) => fullName,
      searchBy: searchTextOf,
    },
    {
      key: 'email',
      width: '28%',
      header: 'Email',
      cell: (user) => <EmailCell user={user} />,
      sortBy: ({ email }) => email,
    },
    {
      key: 'level',
      header: 'Permission Level',
      cell: ({ roleDisplayName }) => roleDisplayName,
      sortBy: ({ roleHierarchy }) => roleHierarchy,
      filterBy: ({ roleDisplayName }) => roleDisplayName,
    },
    {
      key: 'group',
      width: '24%',
      header: 'User Group',
      cell: ({ siteName }) => siteName ?? '--',
      sortBy: ({ siteName }) => siteName,
      filterBy: ({ siteName }) => siteName ?? 'None',
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      isBare: true,
      cell: (user) => mayChange(editor, user) && <Actions user={user} {...actions} />,
    },
  ];
}

function NameCell({ user }: { user: User }) {
  const inactive = inactiveText(user);
  return (
    <span className={classes.name}>
      <span>{user.fullName}</span>
      {inactive && <span className={classes.mark}>{inactive}</span>}
      {mayBeInvited(user) && <ResendLink user={user} />}
    </span>
  );
}

function EmailCell({ user: { email, emailSuppressed } }: { user: User }) {
  if (email === null) return '--';
  return (
    <span className={classes.name}>
      <span>{email}</span>
      {emailSuppressed && (
        <span className={classes.unsubscribed}>
          <IconMailOff size={14} aria-hidden="true" /> Unsubscribed from email alerts
        </span>
      )}
    </span>
  );
}

interface ActionsProps {
  user: User;
  onEdit: (user: User) => void;
  onRemove: (user: User) => void;
  onReset: (user: User) => void;
}

function Actions({ user, onEdit, onRemove, onReset }: ActionsProps) {
  return (
    <span className={classes.actions}>
      <ActionIcon
        size={44}
        variant="subtle"
        aria-label={`Edit ${user.fullName}`}
        aria-haspopup="dialog"
        onClick={() => onEdit(user)}
      >
        <IconPencil size={20} aria-hidden="true" />
      </ActionIcon>
      {mayResetFactors(user) && (
        <ActionIcon
          size={44}
          variant="subtle"
          aria-label={`Reset second factor of ${user.fullName}`}
          aria-haspopup="dialog"
          onClick={() => onReset(user)}
        >
          <IconShieldOff size={20} aria-hidden="true" />
        </ActionIcon>
      )}
      <ActionIcon
        size={44}
        variant="subtle"
        color="var(--danger)"
        aria-label={`Delete ${user.fullName}`}
        aria-haspopup="dialog"
        onClick={() => onRemove(user)}
      >
        <IconTrash size={20} aria-hidden="true" />
      </ActionIcon>
    </span>
  );
}

function RemovalQuestion({ user, onClose }: { user: User; onClose: () => void }) {
  const remove = useDeleteUser();
  return (
    <ConfirmDialog
      opened
      item={user.fullName}
      text={`Are you sure you want to remove ${user.fullName}? The user is signed out, and saved locations are deleted. This action cannot be undone.`}
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(user, {
          onSuccess: ({ message }) => toast('success', message),
          onError: toastDeleteRefusal,
          onSettled: onClose,
        })
      }
      onCancel={onClose}
    />
  );
}
