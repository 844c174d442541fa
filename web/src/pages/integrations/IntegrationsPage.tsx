import { Button } from '@mantine/core';
import { Link } from 'react-router';
import classes from '../../features/integrations/Integrations.module.css';
import { InformacastCard } from '../../features/integrations/informacast/InformacastCard.tsx';
import page from '../page.module.css';
import type { PageProps } from '../page-manifest.ts';

/** /Integrations: a card for each (spec 3 section 2.10). */
export default function IntegrationsPage({ user, permissions }: Pick<PageProps, 'user' | 'permissions'>) {
  return (
    <div className={classes.page}>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Integrations</h1>
          <p>What your organization connects to Allclear</p>
        </div>
      </header>
      <InformacastCard customerId={user?.customerId} permissions={permissions} />
      <section className={classes.card} aria-labelledby="sso">
        <h2 id="sso">Single Sign-On</h2>
        <p className={classes.hint}>
          People sign in with your organization’s Google, SAML or OpenID Connect provider.
        </p>
        {permissions.includes('integrations.sso.access') ? (
          <Button component={Link} to="/Integrations/SSO">
            Manage SSO Configuration
          </Button>
        ) : (
          <Button
            component={Link}
            variant="default"
            to={{ pathname: '/Support', search: '?subject=Access%20to%20single%20sign-on' }}
          >
            Request Access
          </Button>
        )}
      </section>
    </div>
  );
}
