import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useAuth } from 'react-oidc-context';
import { messageOf } from '../api/failure.ts';
import { routes } from '../api/routes.ts';
import { useApi } from '../services.ts';
import { FullPage } from '../ui/FullPage.tsx';

type State = { kind: 'asking' | 'sending' } | { kind: 'done' | 'refused'; message: string };

/** Where the mail to a new address leads. Nothing happens before the button: scanners of mails follow links. */
export default function ConfirmAddressPage() {
  const api = useApi();
  const auth = useAuth();
  // What stands behind `#` is sent to no server; it is taken out of the address and so of the history.
  const [token] = useState(() => window.location.hash.slice(1));
  const [state, setState] = useState<State>({ kind: 'asking' });
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  const confirm = async () => {
    setState({ kind: 'sending' });
    try {
      setState({ kind: 'done', ...(await api.call(routes.confirmEmail, { body: { token } })) });
    } catch (thrown) {
      setState({ kind: 'refused', message: messageOf(thrown) });
    }
  };
  const text =
    token === ''
      ? 'The address of this page is not complete. Open the link of the mail again, or copy all of it.'
      : 'message' in state
        ? state.message
        : 'From then on you sign in with this address and receive your mail there.';
  return (
    <FullPage
      isPublic={!auth.isAuthenticated}
      title={state.kind === 'done' ? 'Address confirmed' : 'Confirm your new address'}
      text={text}
    >
      {token !== '' && (state.kind === 'asking' || state.kind === 'sending') && (
        <Button loading={state.kind === 'sending'} onClick={() => void confirm()}>
          Confirm this address
        </Button>
      )}
      {'message' in state && (
        <Button component="a" href="/">
          Open Allclear
        </Button>
      )}
    </FullPage>
  );
}
