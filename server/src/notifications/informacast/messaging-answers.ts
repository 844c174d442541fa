import type { MessagingAnswer, MessagingFailure } from '@allclear/adapters';
import { ApiError, unavailable } from '../../platform/http/errors.ts';

/**
 * The value of an answer of InformaCast; its failure as ours, with its text. 422 where it refuses, 503 where it does
 * not answer: never 401, by which our client would ask for a sign-in.
 */
export function requireAnswer<T>(answer: MessagingAnswer<T>): T {
  if (answer.kind === 'answer') return answer.value;
  throw failureOf(answer);
}

function failureOf({ because, detail }: MessagingFailure): ApiError {
  switch (because) {
    case 'credential':
      return new ApiError(422, 'bad-input', detail, { errors: { Token: [detail] } });
    case 'forbidden':
    case 'missing':
      return new ApiError(422, 'bad-input', detail);
    default:
      return unavailable(detail);
  }
}
