import type { Consultation } from '@allclear/contract';
import { inquiryMaxLength, type PreferredContact } from '@allclear/domain';
import { Button, Radio, Textarea, TextInput } from '@mantine/core';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { routes } from '../../api/routes.ts';
import { useChange } from '../../api/use-route.ts';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { sortErrors } from '../../forms/field-errors.ts';
import form from '../../forms/form.module.css';
import { SearchableChoices } from '../../forms/SearchableChoices.tsx';
import { useEditedForm } from '../../forms/use-edited-form.ts';
import { toast } from '../../ui/toast.ts';
import classes from './Consultation.module.css';
import { checkQuestion, type QuestionFields, questionBody } from './question-fields.ts';

const labels = ['Message', 'Email', 'Phone', 'CcdEmails'];
const ways: readonly { value: PreferredContact; label: string }[] = [
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone call' },
  { value: 'text', label: 'Text' },
];

interface QuestionFormProps {
  /** What the form begins with: after a failure the question as it was. */
  initial: QuestionFields;
  admins: Consultation['admins'];
  onSent: (id: string, fields: QuestionFields) => void;
  /** It could not be sent at all. */
  onFailed: (fields: QuestionFields) => void;
}

/** A question to a meteorologist, and how it is to be answered. */
export function QuestionForm({ initial, admins, onSent, onFailed }: QuestionFormProps) {
  const send = useChange(
    (api, fields: QuestionFields) =>
      api.call(routes.submitConsultation, { body: questionBody(fields), once: true }),
    peopleKeys.consultation.all,
  );
  const edited = useEditedForm<QuestionFields, { id: string }>({
    initial: () => initial,
    labels: { message: 'Message', email: 'Email', phone: 'Phone', ccdEmails: 'CcdEmails' },
    check: checkQuestion,
    send: (fields) => send.mutateAsync(fields),
    onSent: ({ id }) => onSent(id, edited.fields),
    refusalOf: (thrown) => ({
      header: 'The question was not sent',
      message: messageOf(thrown),
      fields: sortErrors(thrown instanceof ApiFailure ? thrown.errors : {}, labels).fields,
    }),
    onRefused: ({ message, fields }) => {
      toast('error', `Error submitting request: ${message}`);
      if (Object.keys(fields).length === 0) onFailed(edited.fields);
    },
    guardsTab: true,
  });
  const { fields, change, errorOf } = edited;
  const left = inquiryMaxLength - fields.message.length;
  return (
    <form ref={edited.element} className={form.form} onSubmit={edited.submit} noValidate>
      <ErrorSummary form={edited} />
      <Textarea
        label="Question"
        size="md"
        required
        rows={6}
        value={fields.message}
        error={errorOf('Message')}
        description={
          left < 500
            ? `${left.toLocaleString('en-US')} characters left`
            : 'The meteorologists see your name, role and organization.'
        }
        onChange={(event) => change({ message: event.currentTarget.value })}
      />
      <AnswerFields {...{ fields, admins, change, errorOf }} />
      <div className={classes.actions}>
        <Button type="submit" loading={edited.isSending}>
          Send Question
        </Button>
      </div>
    </form>
  );
}

interface AnswerFieldsProps {
  fields: QuestionFields;
  admins: Consultation['admins'];
  change: (part: Partial<QuestionFields>) => void;
  errorOf: (label: string) => string | undefined;
}

/** How the question is to be answered, and what that needs. */
function AnswerFields({ fields, admins, change, errorOf }: AnswerFieldsProps) {
  return (
    <>
      <Radio.Group
        label="How should we answer?"
        value={fields.preferredContact}
        onChange={(value) => change({ preferredContact: value as PreferredContact })}
      >
        <div className={classes.ways}>
          {ways.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} size="md" py={10} />
          ))}
        </div>
      </Radio.Group>
      {fields.preferredContact === 'email' ? (
        <>
          <TextInput
            label="Email"
            type="email"
            size="md"
            required
            autoComplete="email"
            value={fields.email}
            error={errorOf('Email')}
            onChange={(event) => change({ email: event.currentTarget.value })}
          />
          <SearchableChoices
            label="Copy to"
            description="Other admins who get the question too. Optional."
            data={admins.map(({ name, email }) => ({ value: email, label: `${name} (${email})` }))}
            value={fields.ccdEmails}
            error={errorOf('CcdEmails')}
            items="copies"
            nothingFound="No other admin has this name"
            onChange={(ccdEmails) => change({ ccdEmails })}
          />
        </>
      ) : (
        <TextInput
          label="Phone Number"
          type="tel"
          size="md"
          required
          autoComplete="tel"
          value={fields.phone}
          error={errorOf('Phone')}
          onChange={(event) => change({ phone: event.currentTarget.value })}
        />
      )}
    </>
  );
}
