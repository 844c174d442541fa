import { massMessageLimits } from '@allclear/contract/mass-limits';
import { Button, Menu, Textarea, TextInput } from '@mantine/core';
import { IconChevronDown, IconSend } from '@tabler/icons-react';
import { ChangedMeanwhile } from '../../forms/ChangedMeanwhile.tsx';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import form from '../../forms/form.module.css';
import { Card } from '../../ui/Card.tsx';
import { ChannelFields } from './ChannelFields.tsx';
import classes from './MassNotify.module.css';
import { RecipientFields, type RecipientFieldsProps } from './RecipientFields.tsx';
import { type MessageStarter, massMessageStarters } from './starters.ts';
import type { Compose } from './use-compose.ts';

interface ComposeCardProps {
  compose: Compose;
  addressees: RecipientFieldsProps['query'];
  /** The message is complete: the question before it is sent is opened. */
  onSend: () => void;
  onStart: (starter: MessageStarter) => void;
  onClear: () => void;
}

/** The form of a message or template. */
export function ComposeCard({ compose, addressees, onSend, onStart, onClear }: ComposeCardProps) {
  const { form: edited, template, changes, change } = compose;
  const { fields } = edited;
  return (
    <Card title={template ? 'Template' : 'New message'} className={classes.compose}>
      <form
        ref={edited.element}
        aria-label="Write a message"
        className={form.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
        <ErrorSummary form={edited} />
        {template && (
          <p className={form.hint}>
            You edit the template <strong>{template.headline}</strong>. Sending it does not change it.
          </p>
        )}
        {template && compose.busy === null && (
          <ChangedMeanwhile what="template" changes={changes} onReload={compose.reload} />
        )}
        <StarterMenu onStart={onStart} />
        <TextInput
          label="Headline"
          size="md"
          required
          value={fields.headline}
          error={edited.errorOf('Headline')}
          onChange={({ currentTarget }) => change({ headline: currentTarget.value })}
        />
        <MessageText compose={compose} />
        <TextInput
          label="Sender"
          description="Who the message is from, as people read it."
          size="md"
          required
          value={fields.senderText ?? compose.defaultSender}
          error={edited.errorOf('SenderText')}
          onChange={({ currentTarget }) => change({ senderText: currentTarget.value })}
        />
        <RecipientFields
          query={addressees}
          recipients={fields.recipients}
          error={edited.errorOf('Recipients')}
          onChange={(recipients) => change({ recipients })}
        />
        <ChannelFields fields={fields} onChange={change} />
        <Buttons compose={compose} onClear={onClear} />
      </form>
    </Card>
  );
}

/** Said to screen readers from this many characters on. */
const fewLeft = 50;

function MessageText({ compose: { form: edited, change } }: { compose: Compose }) {
  const used = edited.fields.message.length;
  const left = massMessageLimits.message - used;
  return (
    <div>
      <Textarea
        label="Message"
        description={`${massMessageLimits.message} CHARACTER LIMIT`}
        size="md"
        required
        rows={6}
        resize="vertical"
        value={edited.fields.message}
        error={edited.errorOf('Message')}
        onChange={({ currentTarget }) => change({ message: currentTarget.value })}
      />
      <p className={classes.count} data-full={left === 0 || undefined}>
        {used} of {massMessageLimits.message}
      </p>
      <span className="visually-hidden" role="status">
        {left <= fewLeft && left % 10 === 0 ? `${left} characters left` : ''}
      </span>
    </div>
  );
}

function StarterMenu({ onStart }: { onStart: (starter: MessageStarter) => void }) {
  return (
    <Menu position="bottom-start" width={260} withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          className={classes.start ?? ''}
          rightSection={<IconChevronDown size={16} aria-hidden="true" />}
        >
          Start from an example
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {massMessageStarters.map((starter) => (
          <Menu.Item key={starter.name} onClick={() => onStart(starter)}>
            {starter.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Buttons({ compose, onClear }: { compose: Compose; onClear: () => void }) {
  const { template, busy, form: edited } = compose;
  const isBusy = busy !== null;
  return (
    <footer className={classes.buttons}>
      <Button
        type="submit"
        leftSection={<IconSend size={18} aria-hidden="true" />}
        loading={busy === 'send'}
        disabled={isBusy && busy !== 'send'}
      >
        Send
      </Button>
      {template ? (
        <UpdateButton compose={compose} />
      ) : (
        <Button
          variant="default"
          loading={busy === 'add'}
          disabled={isBusy && busy !== 'add'}
          onClick={() => void compose.addTemplate()}
        >
          Save as Template
        </Button>
      )}
      {(edited.isChanged || template) && (
        <Button variant="subtle" disabled={isBusy} onClick={onClear}>
          {template ? 'Close template' : 'Clear'}
        </Button>
      )}
    </footer>
  );
}

/** What is done with a loaded template: it is updated, unless the other choice is taken. */
function UpdateButton({ compose }: { compose: Compose }) {
  const { busy, changes } = compose;
  const isSaving = busy === 'update' || busy === 'add';
  return (
    <Button.Group>
      <Button
        variant="default"
        loading={isSaving}
        disabled={busy === 'send' || changes === null}
        onClick={() => void compose.updateTemplate()}
      >
        Update Template
      </Button>
      <Menu position="bottom-end" width={240} withinPortal>
        <Menu.Target>
          <Button variant="default" px={12} disabled={busy !== null} aria-label="More ways to save">
            <IconChevronDown size={18} aria-hidden="true" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={changes === null} onClick={() => void compose.updateTemplate()}>
            Update Template
          </Menu.Item>
          <Menu.Item onClick={() => void compose.addTemplate()}>Save As New Template</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}
