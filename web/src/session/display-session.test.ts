import { expect, it, vi } from 'vitest';
import { displayAddress, displaySessionOf } from './display-session.ts';

const token = `acd_${'a'.repeat(43)}`;

it('is that of a wall whose fragment has a token, and ends once a call is refused', () => {
  const session = displaySessionOf(new URL(displayAddress('http://here', token, true)))!;
  expect(session.token).toBe(token);
  expect(session.hasEnded()).toBe(false);
  const listener = vi.fn();
  session.subscribe(listener);
  session.end();
  expect([session.hasEnded(), listener.mock.calls.length]).toEqual([true, 1]);
});

it('has ended from the start when the token was copied in part', () => {
  expect(displaySessionOf({ pathname: '/wall', hash: '#display=acd_abc' })!.hasEnded()).toBe(true);
});

it.each([
  ['/wall', ''],
  ['/wall', '#content'],
  ['/', `#display=${token}`],
])('%s%s is no display', (pathname, hash) => {
  expect(displaySessionOf({ pathname, hash })).toBeNull();
});

it('the token is in the fragment only', () => {
  const address = new URL(displayAddress('http://here', token, false));
  expect(address.pathname + address.search).toBe('/wall');
  expect(address.hash).toContain(token);
});
