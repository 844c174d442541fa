import { randomUuid } from '../../api/random-uuid.ts';

/** Keys of messages that are being sent: the same content has the same key until the server has answered. */
export interface SendKeys {
  of(content: string): string;
  /** The server has sent it: the same content again is another message. */
  sent(content: string): void;
}

/**
 * A double press, and another try after a lost answer, send once. A key is kept for each content, because the
 * first of two contents may have been sent although its answer was lost.
 */
export function createSendKeys(): SendKeys {
  const keys = new Map<string, string>();
  return {
    of(content) {
      const key = keys.get(content) ?? randomUuid();
      keys.set(content, key);
      return key;
    },
    sent(content) {
      keys.delete(content);
    },
  };
}
