import type { Organization } from '@allclear/contract';
import { checkSupportRequest, inquirySubjectMaxLength } from '@allclear/domain';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import { routes } from '../../api/routes.ts';
import classes from '../../features/consultation/Consultation.module.css';
import { SupportContact } from '../../features/consultation/SupportContact.tsx';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { sortErrors } from '../../forms/field-errors.ts';
import form from '../../forms/form.module.css';
import { useEditedForm } from '../../forms/use-edited-form.ts';
import { useApi } from '../../services.ts';
import page from '../page.module.css';

/** The support center: the support contact, and a message to it. `?subject=` begins one. */
export default function SupportPage({ organization }: { organization: Organization | undefined }) {
  const [search] = useSearchParams();
  const [sent, setSent] = useState<string | null>(null);
  return (
    <>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Support Center</h1>
          <p>Questions about Allclear itself, and access to more of it</p>
        </div>
      </header>
      <div className={classes.layout}>
        <section className={classes.card} aria-label="Message">
          {sent === null ? (
            <SupportForm subject={search.get('subject') ?? ''} onSent={setSent} />
          ) : (
            <>
              <p role="status">{sent}. You get the answer by email.</p>
              <div className={classes.actions}>
                <Button onClick={() => setSent(null)}>Send another message</Button>
              </div>
            </>
          )}
        </section>
        <aside className={`${classes.card} ${classes.panel}`} aria-labelledby="contact">
          <h2 id="contact">Support contact</h2>
          <SupportContact organization={organization} />
          <p className={classes.hint}>Help and the glossary: in the user menu, or press ? on any page.</p>
        </aside>
      </div>
    </>
  );
}

function SupportForm({ subject, onSent }: { subject: string; onSent: (message: string) => void }) {
  const api = useApi();
  const edited = useEditedForm({
    initial: () => ({ subject: subject.slice(0, inquirySubjectMaxLength), message: '' }),
    labels: { subject: 'Subject', message: 'Message' },
    check: checkSupportRequest,
    send: (body) => api.call(routes.requestSupport, { body, once: true }),
    onSent: ({ message }) => onSent(message),
    refusalOf: (thrown) => ({
      header: 'The message was not sent',
      message: messageOf(thrown),
      fields: sortErrors(thrown instanceof ApiFailure ? thrown.errors : {}, ['Subject', 'Message']).fields,
    }),
  });
  const { fields, change, errorOf } = edited;
  return (
    <form ref={edited.element} className={form.form} onSubmit={edited.submit} noValidate>
      <ErrorSummary form={edited} />
      <TextInput
        label="Subject"
        size="md"
        required
        value={fields.subject}
        error={errorOf('Subject')}
        onChange={(event) => change({ subject: event.currentTarget.value })}
      />
      <Textarea
        label="Message"
        size="md"
        required
        rows={6}
        value={fields.message}
        error={errorOf('Message')}
        onChange={(event) => change({ message: event.currentTarget.value })}
      />
      <div className={classes.actions}>
        <Button type="submit" loading={edited.isSending}>
          Send message
        </Button>
      </div>
    </form>
  );
}
