import type { Consultation, ConsultationRequest, Organization } from '@allclear/contract';
import { Button, Loader } from '@mantine/core';
import classes from './Consultation.module.css';
import { SupportContact } from './SupportContact.tsx';

/** After a question was sent: what became of it. */
export function QuestionState({
  state,
  organization,
  onAgain,
}: {
  state: 'sending' | 'waiting' | 'success' | 'error';
  organization: Organization | undefined;
  onAgain: () => void;
}) {
  switch (state) {
    case 'sending':
      return (
        <div role="status" aria-busy="true" className={classes.actions}>
          <Loader size="sm" aria-hidden="true" />
          <p>Sending your question…</p>
        </div>
      );
    case 'waiting':
      return (
        <>
          <div role="status">
            <h2>Your question is waiting to be sent</h2>
            <p>
              The mail server does not answer at the moment. We keep trying; see below what becomes of it.
            </p>
          </div>
          <Again label="Send another request" onAgain={onAgain} />
        </>
      );
    case 'success':
      return (
        <>
          <div role="status">
            <h2>Question sent</h2>
            <p>The meteorologists received your question and will respond shortly.</p>
          </div>
          <Again label="Send another request" onAgain={onAgain} />
        </>
      );
    case 'error':
      return (
        <>
          <div role="alert">
            <h2>Question not sent</h2>
            <p className={classes.problem}>There was a problem sending your question, contact support.</p>
          </div>
          <SupportContact organization={organization} />
          <Again label="Try again" onAgain={onAgain} />
        </>
      );
  }
}

function Again({ label, onAgain }: { label: string; onAgain: () => void }) {
  return (
    <div className={classes.actions}>
      <Button onClick={onAgain}>{label}</Button>
    </div>
  );
}

const stateWords: Readonly<Record<ConsultationRequest['state'], string>> = {
  sending: 'waiting to be sent',
  sent: 'sent',
  failed: 'not sent: the mail server refused it',
};

/** The user's own questions, newest first. */
export function OwnQuestions({ requests }: Pick<Consultation, 'requests'>) {
  return (
    <section className={classes.card} aria-labelledby="own-questions">
      <h2 id="own-questions">Your questions</h2>
      {requests.length === 0 && <p className={classes.hint}>You have not asked anything yet.</p>}
      {requests.length > 0 && (
        <ul className={classes.questions} aria-label="Your questions">
          {requests.map(({ id, message, createdUtc, state }) => (
            <li key={id}>
              <p>{message}</p>
              <small>
                {new Date(createdUtc).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })},{' '}
                {stateWords[state]}
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
