import type { SsoConfiguration } from '@allclear/contract';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { messageOf } from '../../api/failure.ts';
import { routes } from '../../api/routes.ts';
import { useApi } from '../../services.ts';
import { toast } from '../../ui/toast.ts';
import classes from './Integrations.module.css';
import { useSsoChange } from './use-sso.ts';

/** A sign-in through the provider as oneself, which requiring it needs. The provider sends the browser back here. */
export function SsoTest({ sso }: { sso: SsoConfiguration }) {
  const { customerId, isTestedByMe, mayChange } = sso;
  const api = useApi();
  const params = { customerId };
  const begin = useMutation({
    mutationFn: () => api.call(routes.beginSsoTest, { params }),
    onSuccess: ({ address }) => window.location.assign(address),
  });
  const end = useSsoChange(
    (client, ticket: string) => client.call(routes.endSsoTest, { params, body: { ticket } }),
    () => toast('success', 'Test sign-in worked'),
  );
  useTicket(end.mutate);
  const error = begin.error ?? end.error;
  if (!mayChange) return null;
  return (
    <section className={classes.card} aria-labelledby="test">
      <h2 id="test">Test</h2>
      <p className={classes.hint}>
        {isTestedByMe
          ? 'You have signed in through this provider: it may be required.'
          : 'Sign in through the provider as yourself, before everybody has to.'}
      </p>
      {error && (
        <p className={classes.problem} role="alert">
          {messageOf(error)}
        </p>
      )}
      <Button variant="default" loading={begin.isPending || end.isPending} onClick={() => begin.mutate()}>
        Test sign-in
      </Button>
    </section>
  );
}

/** The ticket behind the # of the address: used once, and taken out of the address at once. */
function useTicket(use: (ticket: string) => void): void {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const used = useRef('');
  useEffect(() => {
    const ticket = hash.slice(1);
    if (ticket === '' || used.current === ticket) return;
    used.current = ticket;
    void navigate(pathname, { replace: true });
    use(ticket);
  }, [hash, pathname, navigate, use]);
}
