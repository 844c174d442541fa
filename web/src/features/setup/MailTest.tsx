import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/failure.ts';
import { routes } from '../../api/routes.ts';
import { useApi } from '../../services.ts';
import classes from './Setup.module.css';

/** The server waits for a slow mail server, ms. */
const timeoutMs = 30_000;

interface MailTestProps {
  /** Whom the test mail goes to. */
  email: string;
  isConfigured: boolean;
  onNext: () => void;
}

/** Sends a test mail and says what the mail server answered; where there is none, which settings make one. */
export function MailTest({ email, isConfigured, onNext }: MailTestProps) {
  const api = useApi();
  const test = useMutation({ mutationFn: () => api.call(routes.sendTestMail, { timeoutMs }) });
  const { data: outcome } = test;
  const isSent = outcome?.isSent === true;
  return (
    <div className={classes.form}>
      <h1>Test the mail</h1>
      {isConfigured ? (
        <>
          <p className={classes.lead}>
            Invitations, links to new passwords and warnings go out by mail. Send one to {email}.
          </p>
          {outcome?.isSent && <Sent email={email} answer={outcome.message} />}
          {outcome?.isSent === false && <NotSent reason={outcome.message} />}
          {test.error && <NotSent reason={messageOf(test.error)} />}
        </>
      ) : (
        <NoMail />
      )}
      <div className={classes.buttons}>
        {isConfigured && (
          <Button
            variant={isSent ? 'default' : 'filled'}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            {outcome || test.error ? 'Send another' : 'Send a test mail'}
          </Button>
        )}
        <Button variant={isSent || !isConfigured ? 'filled' : 'default'} onClick={onNext}>
          {isSent || !isConfigured ? 'Continue' : 'Skip'}
        </Button>
      </div>
    </div>
  );
}

function Sent({ email, answer }: { email: string; answer: string }) {
  return (
    <Alert color="var(--primary)" variant="outline" title="The mail server took the mail" role="status">
      <p>Look whether it is at {email}, in the spam folder too.</p>
      {answer && <p className={classes.lead}>It answered: {answer}</p>}
    </Alert>
  );
}

function NotSent({ reason }: { reason: string }) {
  return (
    <Alert color="var(--danger)" variant="outline" title="The mail was not sent" role="alert">
      <p>{reason}</p>
      <p>
        The settings are <code>SMTP_URL</code> and <code>ALLCLEAR_MAIL_FROM</code>. After a change start the
        server again, and try once more.
      </p>
    </Alert>
  );
}

function NoMail() {
  return (
    <>
      <p className={classes.lead}>
        This installation sends no mail yet: nobody gets a warning by mail, and you pass invitations on
        yourself, as links. To change that, start the server with these settings and open this page again:
      </p>
      <pre className={classes.settings}>
        {'SMTP_URL=smtp://user:password@mail.example.org:587\n'}
        {"ALLCLEAR_MAIL_FROM='Allclear <alerts@example.org>'"}
      </pre>
    </>
  );
}
