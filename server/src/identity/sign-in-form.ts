import type { FastifyReply, FastifyRequest } from 'fastify';
import { isStorable } from '../platform/http/storable-text.ts';
import { authenticationOptions } from './factors/passkeys.ts';
import { showPage } from './pages/forms.ts';
import { signInPage } from './pages/pages.ts';
import { challengeOf, type SignInContext } from './sign-in-context.ts';
import { hasSso, ssoOfEmail } from './single-sign-on/sso-config.store.ts';
import { emailPage, methodPage } from './single-sign-on/sso-pages.ts';

/**
 * Shows where a sign-in begins. In an installation with single sign-on the address comes first: its domain says how
 * it signs in, whether or not there is such an account. Elsewhere address and password are one form.
 */
export async function showForm(
  context: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { uid, email: given, error }: { uid: string; email: string; error?: string },
): Promise<FastifyReply> {
  const email = isStorable(given) ? given : '';
  const { db, provider, asOurs } = context;
  const withSso = await hasSso(db);
  if (withSso && email !== '') {
    const config = await ssoOfEmail(db, email);
    // The way to the provider needs the address again, and no address of a page has it.
    await provider.interactionResult(
      ...asOurs(request, reply),
      { email },
      { mergeWithLastSubmission: false },
    );
    const shown = config ? { name: config.displayName, isRequired: config.isRequired } : null;
    return showPage(reply, status, methodPage({ uid, email, provider: shown, error }));
  }
  const passkey = await authenticationOptions(context.party, { challenge: challengeOf(context, uid) });
  const page = { uid, email, passkey, ...(error === undefined ? {} : { error }) };
  return showPage(reply, status, withSso ? emailPage(page) : signInPage(page));
}

/** The address that was typed earlier in a sign-in; empty for none. */
export function typedEmail(result: Record<string, unknown> | undefined): string {
  return typeof result?.email === 'string' ? result.email : '';
}
