import { ApiError, unavailable } from '../errors.ts';

/** What cannot be read is away: it is not said to be gone. */
export function away<T>(answer: Promise<T>, message: string): Promise<T> {
  return answer.catch((error: unknown) => {
    if (error instanceof ApiError) throw error;
    throw unavailable(message);
  });
}
