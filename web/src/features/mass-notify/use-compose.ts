import type { MassMessage } from '@allclear/contract';
import { useMemo, useRef, useState } from 'react';
import { changesBetween, type FieldChange } from '../../forms/ChangedMeanwhile.tsx';
import { type EditedForm, useEditedForm } from '../../forms/use-edited-form.ts';
import { toast } from '../../ui/toast.ts';
import {
  bodyOf,
  cutFields,
  doneTexts,
  emptyFields,
  fieldsOf,
  isSameFields,
  type MessageBody,
  type MessageFields,
  type MessageWork,
  mergedFields,
  problemsOf,
  refusalOf,
  templateTexts,
} from './message-fields.ts';
import { createSendKeys } from './send-keys.ts';
import { useAddTemplate, useChangeTemplate, useSendMessage } from './use-mass-messages.ts';

/** What the compose form does with what is written in it. */
type Work = Exclude<MessageWork, 'delete'>;

/** The form of the page: clear, edited, or with a template that was loaded. */
export interface Compose {
  readonly form: EditedForm<MessageFields>;
  readonly defaultSender: string;
  readonly body: MessageBody;
  /** The loaded template; null without one. */
  readonly template: MassMessage | null;
  /** What somebody else changed in it since; null when it was deleted. */
  readonly changes: readonly FieldChange[] | null;
  /** What is being done; null when nothing is. */
  readonly busy: Work | null;
  /** The key with which the message as it is written now is sent. */
  sendKey(): string;
  change(part: Partial<MessageFields>): void;
  /** Whether the form can be sent; shows what is missing. */
  checkSend(): boolean;
  send(): Promise<void>;
  addTemplate(): Promise<void>;
  updateTemplate(): Promise<void>;
  /** Shows the loaded template as it is now. */
  reload(): void;
  clear(): void;
  /** Fills the form from a sent message or a template; a template is loaded. */
  copy(message: MassMessage): void;
  /** Fills the form with a text to begin with. */
  start(texts: Pick<MessageFields, 'headline' | 'message'>): void;
  /** The template was deleted: if it is loaded, the form is no longer a template. */
  forget(id: string): void;
}

interface ComposeOptions {
  defaultSender: string;
  /** The current templates; undefined while they are not known. */
  templates: readonly MassMessage[] | undefined;
  /** The message was sent, or the template saved. */
  onDone: (work: Work) => void;
}

const works: readonly Work[] = ['send', 'add', 'update'];

/** The labels that the errors of a field are under, where they are not its name. */
const labels = { hasEmail: 'Channel', isDrill: 'IsDrill' };

export function useCompose({ defaultSender, templates, onDone }: ComposeOptions): Compose {
  const [template, setTemplate] = useState<MassMessage | null>(null);
  const [keys] = useState(createSendKeys);
  // Which button was pressed; the form checks and sends by it.
  const work = useRef<Work>('send');
  const calls = { send: useSendMessage(), add: useAddTemplate(), update: useChangeTemplate() };
  const current = template && templates?.find(({ id }) => id === template.id);

  const form: EditedForm<MessageFields> = useEditedForm<MessageFields, MassMessage>({
    initial: emptyFields,
    labels,
    isSame: isSameFields,
    check: (fields) => problemsOf(bodyOf(fields, defaultSender), work.current === 'send'),
    send: (fields) => {
      if (work.current === 'send') return calls.send.mutateAsync({ ...body, key: sendKey() });
      if (work.current === 'add' || !template) return calls.add.mutateAsync({ ...body, recipients: [] });
      return calls.update.mutateAsync(updateOf(template, current, fields, defaultSender));
    },
    onSent: (answer) => finish(answer),
    refusalOf: (thrown) => refusalOf(thrown, work.current),
    onRefused: ({ header }) => toast('error', header),
  });
  const { fields } = form;
  const body = useMemo(() => bodyOf(fields, defaultSender), [fields, defaultSender]);
  const sendKey = () => keys.of(JSON.stringify(body));

  /** What is in the form afterwards, beside what counts as saved. */
  const fill = (loaded: MassMessage | null, values: MessageFields) => {
    setTemplate(loaded);
    form.rebase(loaded ? fieldsOf(loaded) : emptyFields());
    form.change(values);
  };
  const finish = (answer: MassMessage) => {
    const done = work.current;
    toast('success', doneTexts[done]);
    if (done === 'send') {
      keys.sent(JSON.stringify(body));
      fill(null, emptyFields());
    } else {
      // Who is to receive it is not part of a template, and is not lost with saving one.
      fill(answer, { ...fieldsOf(answer), recipients: fields.recipients });
    }
    onDone(done);
  };
  const run = async (next: Work) => {
    if (form.isSending) return;
    work.current = next;
    if (form.check()) await form.send();
  };
  return {
    form,
    defaultSender,
    body,
    template,
    changes: changesOf(template, templates && (current ?? null)),
    busy: works.find((one) => calls[one].isPending) ?? null,
    sendKey,
    change: (part) => form.change(cutFields(part)),
    checkSend() {
      work.current = 'send';
      return form.check();
    },
    send: () => run('send'),
    addTemplate: () => run('add'),
    updateTemplate: () => run('update'),
    reload: () => current && fill(current, { ...fieldsOf(current), recipients: fields.recipients }),
    clear: () => fill(null, emptyFields()),
    copy: (message) => fill(message.isTemplate ? message : null, fieldsOf(message)),
    start: ({ headline, message }) =>
      fill(null, { ...emptyFields(), ...cutFields({ headline, message }), recipients: fields.recipients }),
    forget: (id) => template?.id === id && fill(null, fields),
  };
}

/** The change of a template: what somebody else changed since it was loaded stays. */
function updateOf(
  template: MassMessage,
  current: MassMessage | null | undefined,
  fields: MessageFields,
  defaultSender: string,
) {
  const merged = current ? mergedFields(fieldsOf(template), fields, fieldsOf(current)) : fields;
  return {
    ...bodyOf(merged, defaultSender),
    recipients: [],
    id: template.id,
    revision: (current ?? template).revision,
  };
}

/** What differs between a loaded template and the newest one; nothing while that is not known. */
function changesOf(
  template: MassMessage | null,
  current: MassMessage | null | undefined,
): readonly FieldChange[] | null {
  if (!template || current === undefined) return [];
  if (current === null) return null;
  const isNewer = (current.revision ?? 0) > (template.revision ?? 0);
  return isNewer ? changesBetween(template, current, templateTexts) : [];
}
