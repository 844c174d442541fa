import { expect, it } from 'vitest';
import { createWebhookTurns } from './webhook-turns.ts';

function open() {
  let now = 0;
  const turns = createWebhookTurns(
    () => now,
    () => 0.5,
  );
  const take = (id = 'a') => turns.take(id);
  const begin = (id = 'a') => {
    const turn = take(id);
    if (!('end' in turn)) throw new Error(`It waits ${turn.waitMs} ms.`);
    return turn;
  };
  return { take, begin, pass: (ms: number) => (now += ms) };
}

it('a webhook has eight attempts at once, and waits shortly for the next', () => {
  const { take, begin } = open();
  const begun = Array.from({ length: 8 }, () => begin());
  expect(take()).toEqual({ waitMs: 600 });
  begin('b');
  begun[3]?.end(true);
  begin();
  expect(take()).toEqual({ waitMs: 600 });
});

it('one that does not answer has two, and waits longer the longer it hangs', () => {
  const { take, begin, pass } = open();
  const first = begin();
  pass(1_001);
  begin();
  expect(take()).toEqual({ waitMs: 4_000 });
  pass(4_000);
  expect(take()).toEqual({ waitMs: 30_000 });
  begin('b');
  first.end(true);
  // The other one is slow as well by now.
  begin();
  expect(take()).toEqual({ waitMs: 4_000 });
});

it('one that fails has one at a time, until one succeeds', () => {
  const { take, begin } = open();
  for (let failure = 0; failure < 3; failure += 1) begin().end(false);
  const attempt = begin();
  expect(take()).toEqual({ waitMs: 30_000 });
  attempt.end(null);
  const next = begin();
  expect(take()).toEqual({ waitMs: 30_000 });
  next.end(true);
  begin();
  begin();
});
