import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { clientNetwork } from '../../platform/http/client-network.ts';
import { logSecurity } from '../../platform/http/security-log.ts';
import { noteActivation } from '../account-links/account-links.store.ts';
import { queueAccountMail } from '../account-mail/account-mail.ts';
import type { SignInContext, SignInRequest } from '../sign-in-context.ts';
import type { Account } from '../store.ts';
import { accountActor, accountChain, originOf } from './audit-sign-in.ts';
import { deviceName } from './device-name.ts';
import { hasSessions } from './sessions.store.ts';

/**
 * Ends a sign-in that has everything it needs: the browser is recognized from now on and goes back to the app. A
 * person who signed in before is notified of a browser that is new to the account.
 */
export async function finishSignIn(
  log: FastifyBaseLogger,
  { db, provider, asOurs, deviceCookies, wallNow }: SignInContext,
  request: SignInRequest,
  reply: FastifyReply,
  { account, email, amr, ts }: { account: Account; email: string; amr: readonly string[]; ts: number },
): Promise<FastifyReply> {
  const now = wallNow();
  const network = clientNetwork(request);
  const userId = account.id;
  const actor = accountActor(account, originOf(request));
  const device = deviceCookies.read(request.headers.cookie, now);
  const isRecognized = device !== null && deviceCookies.hasSignedIn(device, email);
  logSecurity(log, { event: 'sign-in', userId, network });
  await inTransaction(db, async (transaction) => {
    await noteActivation(transaction, actor, userId, now);
    if (!isRecognized && (await hasSessions(transaction, userId))) {
      const details = { device: deviceName(request.headers['user-agent'] ?? ''), network };
      await queueAccountMail(transaction, actor, { userId, kind: 'new-device', details, now });
    }
    await appendAudit(transaction, actor, {
      ...{ chain: accountChain(account), action: 'account.signed-in', recordId: userId, now: null },
      after: { method: amr },
    });
  });
  reply.header('set-cookie', deviceCookies.write(device, email, now));
  const returnTo = await provider.interactionResult(
    ...asOurs(request, reply),
    { login: { accountId: userId, amr: [...amr], ts } },
    { mergeWithLastSubmission: false },
  );
  return reply.redirect(returnTo, 303);
}
