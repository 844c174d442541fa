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

/** A random UUID (RFC 9562, version 4); `crypto.randomUUID` is missing on pages without TLS. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return value.toString(16).padStart(2, '0');
  }).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
