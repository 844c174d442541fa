import type { Behavior } from './sms-gateway-stand-in.ts';

/**
 * An unreliable provider, by a generator of 0–1: it refuses, loses a message, accepts it and never answers,
 * accepts it and answers late, or closes the connection after accepting it. In three of five cases it works,
 * and always once a message has failed `failures` times.
 */
export function unruly(random: () => number, failures = 4): Behavior {
  return (_request, repeat) => {
    if (repeat >= failures) return undefined;
    const dice = random();
    if (dice < 0.08) return { status: 503 };
    if (dice < 0.12) return { status: 429, headers: { 'retry-after': '1' } };
    if (dice < 0.18) return { silent: true, unheard: true, afterMs: 200 };
    if (dice < 0.26) return { silent: true, afterMs: 100 + 400 * random() };
    if (dice < 0.4) return { afterMs: 200 + 1_300 * random() };
    return undefined;
  };
}
