import type { MassMessage } from '@allclear/contract';
import { useState } from 'react';
import { ComposeCard } from '../../features/mass-notify/ComposeCard.tsx';
import { defaultSenderText } from '../../features/mass-notify/message-fields.ts';
import { SendDialog } from '../../features/mass-notify/SendDialog.tsx';
import type { MessageStarter } from '../../features/mass-notify/starters.ts';
import { type Compose, useCompose } from '../../features/mass-notify/use-compose.ts';
import { useAddressees, useMassTemplates } from '../../features/mass-notify/use-mass-messages.ts';
import { EscalationCard } from '../../features/responses/EscalationCard.tsx';
import { useLeaveGuard } from '../../forms/use-leave-guard.ts';
import { DiscardDialog } from '../../ui/DiscardDialog.tsx';
import page from '../page.module.css';
import type { PageProps } from '../page-manifest.ts';
import classes from './MassNotifyPage.module.css';
import { type MessageTab, SavedMessages } from './SavedMessages.tsx';

/** /MassNotify: a one-way message to people of the organization, its templates, and what was sent. */
export default function MassNotifyPage({
  user,
  organization,
  permissions = [],
}: {
  user:
    | (Pick<NonNullable<PageProps['user']>, 'fullName'> & Partial<Pick<NonNullable<PageProps['user']>, 'id'>>)
    | undefined;
  organization: Pick<NonNullable<PageProps['organization']>, 'name'> | undefined;
  permissions?: PageProps['permissions'];
}) {
  const [tab, setTab] = useState<MessageTab>('templates');
  const templates = useMassTemplates();
  const addressees = useAddressees();
  const compose = useCompose({
    defaultSender: defaultSenderText(user?.fullName ?? '', organization?.name),
    templates: templates.data,
    onDone: (work) => {
      if (work === 'send') setTab('history');
      if (work === 'add') setTab('templates');
    },
  });
  const { questions, discarding } = useQuestions(compose);
  const [isAsking, setAsking] = useState(false);
  const { form } = compose;
  const focusForm = () => form.element.current?.querySelector('input')?.focus();
  const fill = (work: () => void) =>
    discarding(form.isChanged, () => {
      work();
      focusForm();
    });
  const copy = (message: MassMessage) => fill(() => compose.copy(message));
  const start = (starter: MessageStarter) =>
    discarding(form.fields.headline !== '' || form.fields.message !== '', () => {
      compose.start(starter);
      focusForm();
    });
  return (
    <>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Notify Users</h1>
          <p>Send a one-way text message and email to all or some of the users in your organization.</p>
        </div>
      </header>
      <div className={classes.columns}>
        <ComposeCard
          compose={compose}
          addressees={addressees}
          onSend={() => compose.checkSend() && setAsking(true)}
          onStart={start}
          onClear={() => fill(compose.clear)}
        />
        <SavedMessages
          tab={tab}
          templates={templates}
          loadedId={compose.template?.id ?? null}
          onTab={setTab}
          onCopy={copy}
          onDeleted={compose.forget}
        />
      </div>
      {permissions.includes('escalation:write') && (
        <EscalationCard
          addressees={addressees.data}
          self={user?.id === undefined ? undefined : { id: user.id, fullName: user.fullName }}
        />
      )}
      {isAsking && <SendDialog compose={compose} onClose={() => setAsking(false)} />}
      {questions}
    </>
  );
}

/** The questions before what is written is lost: by leaving the page, and by other contents of the form. */
function useQuestions({ form }: Compose) {
  const guard = useLeaveGuard(form.isChanged);
  const [next, setNext] = useState<{ run: () => void } | null>(null);
  const lost = 'What you wrote was neither sent nor saved, and will be lost.';
  const questions = guard.isOpen ? (
    <DiscardDialog title="Discard Changes?" onDiscard={guard.leave} onKeep={guard.stay}>
      {lost}
    </DiscardDialog>
  ) : (
    next && (
      <DiscardDialog
        title="Discard Changes?"
        onDiscard={() => {
          setNext(null);
          next.run();
        }}
        onKeep={() => setNext(null)}
      >
        {lost}
      </DiscardDialog>
    )
  );
  const discarding = (isLost: boolean, run: () => void) => (isLost ? setNext({ run }) : run());
  return { questions, discarding };
}
