import type { StoredMessage } from '@allclear/contract';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import { StoredMessageForm } from '../../features/hardware/public-address/StoredMessageForm.tsx';
import { StoredMessageTable } from '../../features/hardware/public-address/StoredMessageTable.tsx';
import { useStoredMessages } from '../../features/hardware/public-address/stored-messages.ts';
import { AddButton, ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';
import { useOpenForm } from '../use-open-form.ts';
import classes from './HardwarePage.module.css';

/** /PAStoredMessages: the messages that are sent with one press. */
export default function StoredMessagesPage() {
  const { data: messages, error, isFetching, refetch } = useStoredMessages();
  const { form, open, close } = useOpenForm<StoredMessage>();
  const retry = () => void refetch();
  return (
    <>
      <Link className={classes.back} to="/Hardware">
        <IconArrowLeft size={16} aria-hidden="true" />
        On-Site Hardware
      </Link>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Stored PA Messages</h1>
          <p>Messages that loudspeakers speak, ready to send.</p>
        </div>
        {messages && <AddButton label="Add Message" onAdd={() => open(null)} />}
      </header>
      {error && messages && <OldListAlert title="This list may be old" error={error} onRetry={retry} />}
      {error && !messages ? (
        <ListFailure
          title="Problem retrieving stored messages"
          error={error}
          isFetching={isFetching}
          onRetry={retry}
        />
      ) : (
        <StoredMessageTable messages={messages} onEdit={open} />
      )}
      {messages && form.opened && (
        <StoredMessageForm
          key={form.serial}
          edited={form.edited}
          current={messages.find(({ id }) => id === form.edited?.id) ?? null}
          onClose={close}
          onReload={open}
        />
      )}
    </>
  );
}
