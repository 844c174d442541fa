import { Mailbox } from '../../features/notifications/mailbox/Mailbox.tsx';
import classes from '../../features/notifications/Notices.module.css';

/** /Mailbox: where the mails of the demonstration arrive. */
export default function MailboxPage() {
  return (
    <div>
      <div className={classes.page}>
        <header>
          <h1>Mailbox</h1>
          <p>Mails of this demonstration. They are kept here and sent to nobody.</p>
        </header>
      </div>
      <Mailbox />
    </div>
  );
}
