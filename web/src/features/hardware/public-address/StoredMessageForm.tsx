import type { StoredMessage } from '@allclear/contract';
import { TextInput } from '@mantine/core';
import { routes } from '../../../api/routes.ts';
import { ChangedMeanwhile, changesBetween } from '../../../forms/ChangedMeanwhile.tsx';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useEditedForm } from '../../../forms/use-edited-form.ts';
import { toast } from '../../../ui/toast.ts';
import { MessageField } from './MessageField.tsx';
import {
  type MessageFields,
  messageBody,
  messageFieldsOf,
  messageProblems,
  messageRefusal,
  messageTexts,
  useStoredMessageChange,
} from './stored-messages.ts';

interface StoredMessageFormProps {
  /** The message as it was when the form opened, or null for a new one. */
  edited: StoredMessage | null;
  /** The same message in the current list; null when it was deleted. */
  current: StoredMessage | null;
  onClose: () => void;
  onReload: (message: StoredMessage) => void;
}

/** Adds or updates a stored message. */
export function StoredMessageForm({ edited, current, onClose, onReload }: StoredMessageFormProps) {
  const save = useStoredMessageChange((api, fields: MessageFields) => {
    const body = messageBody(fields);
    if (!edited) return api.call(routes.addStoredMessage, { body, once: true });
    const revision = (current ?? edited).revision;
    const before = messageBody(messageFieldsOf(edited));
    return api.call(routes.changeStoredMessage, {
      body: {
        ...{ id: edited.id, revision },
        ...(body.title === before.title ? {} : { title: body.title }),
        ...(body.message === before.message ? {} : { message: body.message }),
        ...(body.clip === before.clip ? {} : { clip: body.clip }),
      },
    });
  });
  const form = useEditedForm({
    initial: () => messageFieldsOf(edited),
    check: messageProblems,
    send: (fields) => save.mutateAsync(fields),
    onSent: () => {
      toast('success', `Successfully ${edited ? 'Updated' : 'Added'} Stored Message`);
      onClose();
    },
    refusalOf: (thrown) => messageRefusal(thrown, edited === null),
    guardsTab: true,
  });
  const busy = save.isPending || save.isSuccess;
  return (
    <FormDialog
      form={form}
      opened
      title={edited ? 'Update Stored Message' : 'Add Stored Message'}
      submit={edited ? 'Update' : 'Add'}
      size={560}
      disabled={edited !== null && current === null && !busy}
      lost="Your changes have not been saved and will be lost."
      recordId={edited?.id}
      onClose={onClose}
    >
      {edited && !busy && (
        <ChangedMeanwhile
          what="message"
          changes={current && changesBetween(edited, current, messageTexts)}
          onReload={() => current && onReload(current)}
        />
      )}
      <TextInput
        label="Title"
        required
        data-autofocus
        maxLength={100}
        value={form.fields.title}
        error={form.errorOf('Title')}
        onChange={(event) => form.change({ title: event.currentTarget.value })}
      />
      <MessageField
        label="Message"
        required
        value={form.fields.message}
        error={form.errorOf('Message')}
        onChange={(message) => form.change({ message })}
      />
      <TextInput
        label="Recorded clip"
        description="The name of a recording on the loudspeakers, which is played instead of the text. Empty: the text is spoken."
        maxLength={100}
        value={form.fields.clip}
        error={form.errorOf('Clip')}
        onChange={(event) => form.change({ clip: event.currentTarget.value })}
      />
    </FormDialog>
  );
}
