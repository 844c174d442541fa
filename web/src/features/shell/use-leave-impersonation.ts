import { routes } from '../../api/routes.ts';
import { useServices } from '../../services.ts';
import { removeLastAnswers } from '../../session/last-answers.ts';

/** Ends the impersonation and loads the page that the operator came from, which forgets the token. */
export function useLeaveImpersonation(): () => Promise<void> {
  const { api, session } = useServices();
  return async () => {
    const returnTo = session.impersonation()?.returnTo ?? '/';
    // Without an answer the token ends by itself; it is forgotten here in any case.
    await api.call(routes.endImpersonation).catch(() => undefined);
    removeLastAnswers(window.localStorage);
    window.location.replace(returnTo);
  };
}
