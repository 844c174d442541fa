import type { MassMessage } from '@allclear/contract';
import { Pagination, SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classesOfItems from '../../features/mass-notify/MassNotify.module.css';
import { HistoryItem, TemplateItem } from '../../features/mass-notify/MessageItems.tsx';
import { doneTexts, refusalOf } from '../../features/mass-notify/message-fields.ts';
import { foundMessages, messagesPerPage } from '../../features/mass-notify/progress-words.ts';
import { RecipientsDialog } from '../../features/mass-notify/RecipientsDialog.tsx';
import { useDeleteTemplate, useMassMessages } from '../../features/mass-notify/use-mass-messages.ts';
import { ResponseCounts } from '../../features/responses/ResponseCounts.tsx';
import { WarningRequests } from '../../features/responses/WarningRequests.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Delayed } from '../../ui/Delayed.tsx';
import { toast } from '../../ui/toast.ts';
import { ListFailure, OldListAlert } from '../ListStates.tsx';
import classes from './MassNotifyPage.module.css';

export type MessageTab = 'templates' | 'history' | 'warnings';

interface ListQuery {
  readonly data: readonly MassMessage[] | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  refetch(): Promise<unknown>;
}

interface SavedMessagesProps {
  tab: MessageTab;
  templates: ListQuery;
  /** The template in the form; null without one. */
  loadedId: string | null;
  onTab: (tab: MessageTab) => void;
  onCopy: (message: MassMessage) => void;
  onDeleted: (id: string) => void;
}

const tabs = [
  { value: 'templates', label: 'Templates' },
  { value: 'history', label: 'History' },
  { value: 'warnings', label: 'Warnings' },
] as const;

/** The templates, and the messages that were sent. */
export function SavedMessages({ tab, templates, loadedId, onTab, onCopy, onDeleted }: SavedMessagesProps) {
  const history = useMassMessages();
  const [openId, setOpenId] = useState<string | null>(null);
  const [asked, setAsked] = useState<MassMessage | null>(null);
  const opened = history.data?.find(({ id }) => id === openId);
  return (
    <Card title="Templates and history" className={classes.saved}>
      <SegmentedControl
        aria-label="Show"
        fullWidth
        size="md"
        data={[...tabs]}
        value={tab}
        onChange={(value) => onTab(tabs.find((one) => one.value === value)?.value ?? 'templates')}
      />
      {tab === 'warnings' && <WarningRequests />}
      {tab === 'templates' && (
        <MessageList
          key="templates"
          name="Templates"
          query={templates}
          empty="You haven't saved any templates. Try saving one!"
        >
          {(template) => (
            <TemplateItem
              key={template.id}
              template={template}
              isLoaded={template.id === loadedId}
              onCopy={onCopy}
              onDelete={setAsked}
            />
          )}
        </MessageList>
      )}
      {tab === 'history' && (
        <MessageList
          key="history"
          name="History"
          query={history}
          empty="You haven't sent any messages. Try sending one!"
        >
          {(message) => (
            <HistoryItem
              key={message.id}
              message={message}
              onCopy={onCopy}
              onOpen={({ id }) => setOpenId(id)}
              responses={
                message.responseRequestId ? (
                  <ResponseCounts requestId={message.responseRequestId} headline={message.headline} />
                ) : null
              }
            />
          )}
        </MessageList>
      )}
      {opened && <RecipientsDialog message={opened} onClose={() => setOpenId(null)} />}
      {asked && <DeleteQuestion template={asked} onDeleted={onDeleted} onClose={() => setAsked(null)} />}
    </Card>
  );
}

interface MessageListProps {
  name: string;
  query: ListQuery;
  /** Shown while there are none. */
  empty: string;
  children: (message: MassMessage) => ReactNode;
}

/** A list with its search, five on a page. */
function MessageList({
  name,
  query: { data, error, isFetching, refetch },
  empty,
  children,
}: MessageListProps) {
  const [search, setSearch] = useState('');
  const [wanted, setPage] = useState(1);
  const retry = () => void refetch();
  const items = name.toLowerCase();
  if (!data)
    return error ? (
      <ListFailure
        title={`Problem retrieving ${items}`}
        error={error}
        isFetching={isFetching}
        onRetry={retry}
      />
    ) : (
      <Delayed>
        <div role="status" aria-busy="true" aria-label={`Loading ${items}`}>
          <Skeleton height={120} radius={12} mb={12} />
          <Skeleton height={120} radius={12} />
        </div>
      </Delayed>
    );
  const found = foundMessages(data, search);
  const pages = Math.max(1, Math.ceil(found.length / messagesPerPage));
  const page = Math.min(wanted, pages);
  return (
    <>
      {error && <OldListAlert title="This list may be old" error={error} onRetry={retry} />}
      {data.length === 0 ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        <TextInput
          type="search"
          size="md"
          aria-label={`Search ${items}`}
          placeholder="Search"
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={search}
          onChange={({ currentTarget: { value } }) => {
            setSearch(value);
            setPage(1);
          }}
        />
      )}
      {data.length > 0 && found.length === 0 && (
        <p className={classes.empty} role="status">
          Nothing matches the search.
        </p>
      )}
      {found.length > 0 && (
        <ul className={classesOfItems.items} aria-label={name}>
          {found.slice((page - 1) * messagesPerPage, page * messagesPerPage).map(children)}
        </ul>
      )}
      {pages > 1 && (
        <Pagination
          className={classes.pages ?? ''}
          aria-label={`Pages of ${items}`}
          size="lg"
          total={pages}
          value={page}
          onChange={setPage}
          getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </>
  );
}

interface DeleteQuestionProps {
  template: MassMessage;
  onDeleted: (id: string) => void;
  onClose: () => void;
}

function DeleteQuestion({ template: { id, headline }, onDeleted, onClose }: DeleteQuestionProps) {
  const remove = useDeleteTemplate(onDeleted);
  const confirm = async () => {
    try {
      await remove.mutateAsync(id);
      toast('success', doneTexts.delete);
    } catch (thrown) {
      const { header, message } = refusalOf(thrown, 'delete');
      toast('error', header, message);
    }
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      verb="Delete"
      item={headline}
      text="The template is deleted for everybody in your organization. Messages that were sent from it stay in the history."
      busy={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
