import { ApiFailure } from './failure.ts';

/** Why something is not sent yet: no answer, the server failed, or it asks for something first. */
export interface SendProblem {
  readonly kind: 'no-network' | 'server' | 'other';
  readonly message: string;
}

/** Why it can still be sent later; null for a refusal. */
export function passingProblem(thrown: unknown): SendProblem | null {
  if (!(thrown instanceof ApiFailure)) return { kind: 'server', message: '' };
  const { status, code, message } = thrown;
  if (status === 0) return { kind: 'no-network', message };
  if (status >= 500 || code === 'malformed') return { kind: 'server', message };
  // Another sign-in, or a moment later.
  return status === 401 || status === 408 || status === 429 ? { kind: 'other', message } : null;
}

/** The problem as a sentence: 'no network.' */
export function problemText({ kind, message }: SendProblem): string {
  switch (kind) {
    case 'no-network':
      return 'no network.';
    case 'server':
      return 'the server does not answer.';
    case 'other':
      return message;
  }
}
