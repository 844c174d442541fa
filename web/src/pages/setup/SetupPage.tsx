import type { Status } from '@allclear/contract';
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAuth } from 'react-oidc-context';
import { statusKeys } from '../../api/query-keys/status.ts';
import { SetupForm, useFormStep } from '../../features/setup/SetupForm.tsx';
import { setupMailPath } from '../../session/paths.ts';
import { rememberPath } from '../../session/remembered-path.ts';
import { FullPage } from '../../ui/FullPage.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { SetupFrame } from './SetupFrame.tsx';

/** /setup: the first organization and its Super Admin, once. Nobody is signed in. */
export default function SetupPage({ status }: { status: Status }) {
  usePageTitle('Setup', status.weather);
  const client = useQueryClient();
  const [email, setEmail] = useState<string | null>(null);
  const [step, open] = useFormStep();
  if (email !== null) return <Done email={email} />;
  if (!status.needsSetup) return <SetUpAlready />;
  return (
    <SetupFrame status={status} step={step}>
      {!window.isSecureContext && <NotSecure />}
      <SetupForm
        identity={status.identity}
        step={step}
        onStep={open}
        onDone={(signsIn) => {
          setEmail(signsIn);
          void client.invalidateQueries({ queryKey: statusKeys.status.all });
        }}
      />
    </SetupFrame>
  );
}

/** Browsers sign in over https and on the server's own machine only. */
function NotSecure() {
  return (
    <Alert color="var(--warning)" variant="outline" icon={<IconAlertTriangle />} role="status">
      This page came without encryption: others on the way can read the code and the password, and nobody can
      sign in. Open it over https, or on the server itself as localhost.
    </Alert>
  );
}

function Done({ email }: { email: string }) {
  const auth = useAuth();
  const signIn = () => {
    rememberPath(sessionStorage, { pathname: setupMailPath, search: '', hash: '' });
    void auth.signinRedirect({ login_hint: email });
  };
  return (
    <FullPage
      title="Your organization is set up"
      text={`Sign in as ${email}. Two steps are left, and both can be skipped: a test of the mail, and the first location.`}
      detail={auth.error && `The sign-in did not begin: ${auth.error.message}`}
    >
      <Button loading={auth.activeNavigator === 'signinRedirect' && !auth.error} onClick={signIn}>
        Sign in
      </Button>
    </FullPage>
  );
}

function SetUpAlready() {
  return (
    <FullPage
      title="This installation is set up"
      text="That is done once. Sign in, or ask your Super Admin for an invitation."
    >
      <Button component="a" href="/">
        Sign in
      </Button>
    </FullPage>
  );
}
