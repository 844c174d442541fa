import type { FastifyInstance } from 'fastify';
import { systemActor } from '../../platform/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { clientNetwork } from '../../platform/http/client-network.ts';
import { logSecurity } from '../../platform/http/security-log.ts';
import { isStorable } from '../../platform/http/storable-text.ts';
import { queueAccountMail } from '../account-mail/account-mail.ts';
import { acceptForms, type Form, field, showPage, waitText } from '../pages/forms.ts';
import {
  accountLinkPage,
  forgotPasswordPage,
  linkOverPage,
  linkSentPage,
  passwordSavedPage,
} from '../pages/pages.ts';
import { originOf } from '../sessions/audit-sign-in.ts';
import { countGuess } from '../sign-in-failures.store.ts';
import { choosePassword } from './account-links.ts';

const actor = systemActor('account-link');
const windowMs = 300_000;
/** Requests for a new password, and uses of links, of one network. A whole school may be behind one router. */
const requestsPerNetwork = 60;

export interface LinkContext {
  readonly db: Database;
  readonly hasMail: boolean;
  /** Epoch ms of the wall clock. */
  readonly wallNow: () => number;
}

/** Invitations and forgotten passwords. Nothing happens on GET: scanners of mails follow links. */
export async function linkRoutes(
  forms: FastifyInstance,
  { db, hasMail, wallNow }: LinkContext,
): Promise<void> {
  acceptForms(forms);
  const options = { logLevel: 'warn' } as const;
  const waitOf = (network: string) =>
    countGuess(db, actor, `link ${network}`, requestsPerNetwork, windowMs, wallNow());

  forms.get('/forgot-password', options, (_request, reply) =>
    showPage(reply, 200, forgotPasswordPage({ hasMail })),
  );
  forms.post<{ Body: Form }>('/forgot-password', options, async (request, reply) => {
    if (!hasMail) return showPage(reply, 409, forgotPasswordPage({ hasMail }));
    const network = clientNetwork(request);
    const waitMs = await waitOf(network);
    if (waitMs > 0) {
      logSecurity(forms.log, { event: 'sign-in-throttled', network });
      reply.header('retry-after', Math.ceil(waitMs / 1_000));
      return showPage(reply, 429, forgotPasswordPage({ hasMail, error: waitText(waitMs) }));
    }
    const email = field(request.body?.email).trim().slice(0, 320);
    const requestedEmail = isStorable(email) ? email : '';
    // Whether there is such an account is found out later, by the job: the answer takes the same time for all.
    await inTransaction(db, (transaction) =>
      queueAccountMail(transaction, actor, {
        ...{ userId: null, kind: 'password-reset', requestedEmail, now: wallNow() },
        // For the entry of the audit, which the job adds.
        details: { network: request.ip, requestId: request.id },
      }),
    );
    return showPage(reply, 200, linkSentPage());
  });

  forms.get('/account-link', options, (_request, reply) =>
    showPage(reply, 200, accountLinkPage({ token: '', problems: [] })),
  );
  forms.post<{ Body: Form }>('/account-link', options, async (request, reply) => {
    const network = clientNetwork(request);
    const waitMs = await waitOf(network);
    if (waitMs > 0) {
      reply.header('retry-after', Math.ceil(waitMs / 1_000));
      return showPage(reply, 429, accountLinkPage({ token: '', problems: [waitText(waitMs)] }));
    }
    const token = field(request.body?.token);
    const [password, repeated] = [field(request.body?.password), field(request.body?.repeated)];
    const use = await choosePassword(db, {
      ...{ token, password, repeated, origin: originOf(request), now: wallNow() },
    });
    switch (use.kind) {
      case 'done':
        logSecurity(forms.log, { event: 'password-set', network });
        return showPage(reply, 200, passwordSavedPage());
      case 'over':
        return showPage(reply, 410, linkOverPage());
      case 'wrong':
        return showPage(reply, 400, accountLinkPage({ token, problems: use.problems }));
    }
  });
}
