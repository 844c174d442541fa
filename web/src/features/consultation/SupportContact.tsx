import type { Organization } from '@allclear/contract';
import { Link } from 'react-router';
import classes from './Consultation.module.css';

/** The organization's support contact. */
export function SupportContact({ organization }: { organization: Organization | undefined }) {
  const { supportEmail, supportPhone } = organization ?? {};
  if (!supportEmail && !supportPhone)
    return <p className={classes.hint}>Your organization has not named a support contact.</p>;
  return (
    <ul className={`${classes.links} ${classes.contact}`} aria-label="Support contact">
      {supportEmail && (
        <li>
          <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        </li>
      )}
      {supportPhone && (
        <li>
          <a href={`tel:${supportPhone.replaceAll(/[^\d+]/g, '')}`}>{supportPhone}</a>
        </li>
      )}
    </ul>
  );
}

/** Beside a question: where else there is help. */
export function HelpPanel({ organization }: { organization: Organization | undefined }) {
  return (
    <aside className={`${classes.card} ${classes.panel}`} aria-labelledby="more-help">
      <h2 id="more-help">More help</h2>
      <ul className={classes.links}>
        <li>
          <Link to="/Support">Support center</Link>
        </li>
        <li>
          <Link to={{ pathname: '/Support', search: '?subject=On-site%20hardware' }}>
            Learn more about on-site hardware
          </Link>
        </li>
      </ul>
      <SupportContact organization={organization} />
    </aside>
  );
}
