import type { CurrentUser, Organization } from '@allclear/contract';
import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { routes } from '../../api/routes.ts';
import { useRouteQuery } from '../../api/use-route.ts';
import classes from '../../features/consultation/Consultation.module.css';
import { QuestionForm } from '../../features/consultation/QuestionForm.tsx';
import { OwnQuestions, QuestionState } from '../../features/consultation/QuestionState.tsx';
import type { QuestionFields } from '../../features/consultation/question-fields.ts';
import { HelpPanel, SupportContact } from '../../features/consultation/SupportContact.tsx';
import { Delayed } from '../../ui/Delayed.tsx';
import { ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';

/** While a question is being sent its state is asked for this often; then it is left to the list. */
const askEveryMs = 1_000;
const quietlyEveryMs = 60_000;
const sendingTimeoutMs = 20_000;

type Step =
  | { readonly kind: 'editing'; readonly fields: QuestionFields }
  | { readonly kind: 'error'; readonly fields: QuestionFields }
  | { readonly kind: 'sending' | 'waiting'; readonly id: string; readonly fields: QuestionFields };

interface ConsultationPageProps {
  user: CurrentUser | undefined;
  organization: Organization | undefined;
}

/** Ask a Meteorologist (spec 2 section 2). */
export default function ConsultationPage({ user, organization }: ConsultationPageProps) {
  const [step, setStep] = useState<Step>({ kind: 'editing', fields: emptyFields(user) });
  const { data, error, isFetching, refetch } = useRouteQuery(
    routes.getConsultation,
    peopleKeys.consultation.all,
    {
      refetchOnMount: 'always',
      refetchInterval: () => (step.kind === 'sending' ? askEveryMs : quietlyEveryMs),
    },
  );
  useEffect(() => {
    if (step.kind !== 'sending') return;
    const timer = setTimeout(() => setStep({ ...step, kind: 'waiting' }), sendingTimeoutMs);
    return () => clearTimeout(timer);
  }, [step]);
  const edit = (fields = emptyFields(user)) => setStep({ kind: 'editing', fields });
  const retry = () => void refetch();
  return (
    <>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Ask a Meteorologist</h1>
          <p>Questions about the weather at your locations, answered by people</p>
        </div>
      </header>
      {error && data && <OldListAlert title="This page may be old" error={error} onRetry={retry} />}
      {error && !data && (
        <ListFailure
          title="Problem retrieving questions"
          error={error}
          isFetching={isFetching}
          onRetry={retry}
        >
          Your support contact is in your user menu under Support center.
        </ListFailure>
      )}
      {!data && !error && (
        <Delayed>
          <Skeleton height={320} radius={12} role="status" aria-label="Loading" />
        </Delayed>
      )}
      {data && (
        <div className={classes.layout}>
          <div className={classes.main}>
            <section className={classes.card} aria-label="Question">
              {data.availability !== 'open' && step.kind === 'editing' ? (
                <Closed availability={data.availability} organization={organization} />
              ) : step.kind === 'editing' ? (
                <QuestionForm
                  initial={step.fields}
                  admins={data.admins}
                  onSent={(id, fields) => setStep({ kind: 'sending', id, fields })}
                  onFailed={(fields) => setStep({ kind: 'error', fields })}
                />
              ) : (
                <QuestionState
                  state={stateOf(step, data.requests)}
                  organization={organization}
                  onAgain={() => edit(stateOf(step, data.requests) === 'error' ? step.fields : undefined)}
                />
              )}
            </section>
            <OwnQuestions requests={data.requests} />
          </div>
          <HelpPanel organization={organization} />
        </div>
      )}
    </>
  );
}

function Closed({
  availability,
  organization,
}: {
  availability: 'no-desk' | 'no-mail';
  organization: Organization | undefined;
}) {
  return (
    <>
      <h2>No meteorologists to ask</h2>
      <p>
        {availability === 'no-desk'
          ? 'Your organization has no meteorologist desk. An administrator can add its address.'
          : 'This installation sends no mail, so questions cannot be sent.'}
      </p>
      <SupportContact organization={organization} />
    </>
  );
}

const emptyFields = (user: CurrentUser | undefined): QuestionFields => ({
  ...{ message: '', preferredContact: 'email', ccdEmails: [] },
  email: user?.email ?? '',
  phone: user?.phoneNumber ?? '',
});

/** Only the server says that a question was sent. */
function stateOf(
  step: Exclude<Step, { readonly kind: 'editing' }>,
  requests: readonly { id: string; state: 'sending' | 'sent' | 'failed' }[],
): 'sending' | 'waiting' | 'success' | 'error' {
  if (step.kind === 'error') return 'error';
  const known = requests.find(({ id }) => id === step.id)?.state;
  return known === 'sent' ? 'success' : known === 'failed' ? 'error' : step.kind;
}
