import type { StoredMessage } from '@allclear/contract';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { useAddressTable } from '../../../tables/use-address-table.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { smallPageSizes } from '../../../ui/table/table-pages.ts';
import type { Column } from '../../../ui/table/use-data-table.ts';
import { toast } from '../../../ui/toast.ts';
import classes from '../Hardware.module.css';
import { useStoredMessageChange } from './stored-messages.ts';

interface StoredMessageTableProps {
  messages: readonly StoredMessage[] | undefined;
  onEdit: (message: StoredMessage) => void;
}

/** The stored messages, ten on a page (spec 2 section 9). */
export function StoredMessageTable({ messages, onEdit }: StoredMessageTableProps) {
  const view = useAddressTable('messages', smallPageSizes);
  const [removed, setRemoved] = useState<StoredMessage | null>(null);
  const columns = useMemo(() => columnsOf(onEdit, setRemoved), [onEdit]);
  return (
    <>
      <DataTable
        caption="Stored messages"
        columns={columns}
        rows={messages}
        rowKey={({ id }) => id}
        view={view}
        sizes={smallPageSizes}
        empty={
          <p className={classes.muted}>There are no stored messages. Add one to send it with one press.</p>
        }
      />
      {removed && <Removal message={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

function columnsOf(
  onEdit: (message: StoredMessage) => void,
  onRemove: (message: StoredMessage) => void,
): Column<StoredMessage>[] {
  return [
    {
      ...{ key: 'title', header: 'Title', width: '26%' },
      cell: ({ title }) => <strong>{title}</strong>,
      sortBy: ({ title }) => title,
      searchBy: ({ title, message, clip }) => `${title} ${message} ${clip}`,
    },
    { key: 'message', header: 'Message', cell: ({ message }) => message },
    { key: 'clip', header: 'Recorded clip', cell: ({ clip }) => clip || 'None', sortBy: ({ clip }) => clip },
    {
      ...{ key: 'actions', header: 'Actions', isBare: true },
      cell: (message) => (
        <span className={classes.buttons}>
          <Button variant="default" aria-label={`Update ${message.title}`} onClick={() => onEdit(message)}>
            Update
          </Button>
          <Button variant="default" aria-label={`Delete ${message.title}`} onClick={() => onRemove(message)}>
            Delete
          </Button>
        </span>
      ),
    },
  ];
}

function Removal({ message, onClose }: { message: StoredMessage; onClose: () => void }) {
  const remove = useStoredMessageChange((api, id: string) =>
    api.call(routes.deleteStoredMessage, { params: { id } }),
  );
  const confirm = () =>
    remove
      .mutateAsync(message.id)
      .then(() => toast('success', 'Successfully Deleted Stored Message'))
      .catch((thrown: unknown) => toast('error', 'Failed To Delete Message', messageOf(thrown)))
      .finally(onClose);
  return (
    <ConfirmDialog
      opened
      verb="Delete"
      item={message.title}
      text="The message is removed from the library. This action cannot be undone."
      busy={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
