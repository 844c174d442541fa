import type { MassMessage, MassMessageRecipient } from '@allclear/contract';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { messageOf } from '../../api/failure.ts';
import { shortDateTime } from '../../clock/time-text.ts';
import { StaleNote } from '../../ui/CardStates.tsx';
import { CloseFooter, Dialog } from '../../ui/Dialog.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column } from '../../ui/table/use-data-table.ts';
import classes from './MassNotify.module.css';
import { stateWords } from './progress-words.ts';
import { useRecipients } from './use-mass-messages.ts';

const readersZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const channelNames = { push: 'Push', sms: 'SMS', email: 'Email' } as const;

const columns: readonly Column<MassMessageRecipient>[] = [
  {
    key: 'name',
    header: 'Name',
    width: '30%',
    cell: ({ recipientName }) => recipientName,
    sortBy: ({ recipientName }) => recipientName,
    searchBy: ({ recipientName }) => recipientName,
  },
  {
    key: 'state',
    header: 'State',
    width: '25%',
    cell: ({ state, problem }) => (
      <>
        <strong data-tone={stateWords[state].tone}>{stateWords[state].label}</strong>
        {problem !== null && <span className={classes.problem}>{problem}</span>}
      </>
    ),
    sortBy: ({ state }) => stateWords[state].label,
    filterBy: ({ state }) => stateWords[state].label,
  },
  {
    key: 'channels',
    header: 'Channels',
    width: '45%',
    cell: ({ channels }) => <Channels channels={channels} />,
  },
];

function Channels({ channels }: Pick<MassMessageRecipient, 'channels'>) {
  if (channels.length === 0) return 'None';
  return (
    <ul className={classes.channels}>
      {channels.map(({ channel, state, at, problem }) => (
        <li key={`${channel} ${at}`}>
          <strong>{channelNames[channel]}</strong> {state},{' '}
          <span className={classes.when}>{shortDateTime(at, readersZone)}</span>
          {problem !== null && ` (${problem})`}
        </li>
      ))}
    </ul>
  );
}

/** How each recipient of a message stands, as it is now. */
export function RecipientsDialog({ message, onClose }: { message: MassMessage; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useRecipients(message);
  const small = useMediaQuery('(max-width: 48em)');
  return (
    <Dialog
      opened
      title={`Recipients of ${message.headline}`}
      size={900}
      fullScreen={small ?? false}
      onClose={onClose}
    >
      {error && data && (
        <StaleNote title="This list may be old.">{messageOf(error)} We keep trying.</StaleNote>
      )}
      {error && !data ? (
        <div role="alert" className={classes.failed}>
          <p>The recipients could not be loaded. {messageOf(error)}</p>
          <Button loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <DataTable
          caption="Recipients"
          columns={columns}
          rows={data}
          rowKey={({ recipientId }) => recipientId}
          empty={<p>Nobody received this message.</p>}
        />
      )}
      <CloseFooter onClose={onClose} />
    </Dialog>
  );
}
