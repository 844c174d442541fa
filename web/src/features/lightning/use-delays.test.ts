import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { ApiFailure } from '../../api/failure.ts';
import { lightningKeys } from '../../api/query-keys/lightning.ts';
import { exampleAnswer } from './example.ts';
import { afterAnswer, afterRefusal, type DelayStates, forgetDelay } from './use-delays.ts';

const entry = (locationId: string, part: object = {}) => ({
  locationId,
  delay: exampleAnswer(),
  responseException: null,
  ...part,
});
const refusal = { code: 'lightning-unobserved', message: 'Lightning status is temporarily unavailable.' };

it('each location is known by its own answer', () => {
  const { states, failure } = afterAnswer(
    undefined,
    [entry('a'), entry('b', { delay: null, responseException: refusal })],
    180,
  );
  expect(failure).toBeNull();
  expect(states.get('a')?.followed?.answer).toEqual(exampleAnswer());
  expect(states.get('b')).toMatchObject({ failure: { code: 'lightning-unobserved' } });
  expect(states.get('b')?.followed).toBeUndefined();
});

it('an answer that cannot be read covers its location alone', () => {
  const before = afterAnswer(undefined, [entry('a'), entry('b')], 10_000);
  const { states } = afterAnswer(
    before,
    [entry('a'), entry('b', { delay: { zones: [] } }), null, {}],
    10_000,
  );
  expect(states.get('a')?.failure).toBeNull();
  expect(states.get('b')?.failure?.code).toBe('malformed');
  expect(states.size).toBe(2);
});

it('a location that is left out is not known any more', () => {
  const before = afterAnswer(undefined, [entry('a'), entry('b')], 10_000);
  expect(afterAnswer(before, [entry('a')], 10_000).states.has('b')).toBe(false);
});

it('no list is no answer', () => {
  const before = afterAnswer(undefined, [entry('a')], 10_000);
  expect(afterAnswer(before, { a: 'clear' }, 10_000).states.get('a')?.failure?.code).toBe('malformed');
});

it('a call that failed leaves what was known with its failure, and says so of what was never known', () => {
  const failure = new ApiFailure({ status: 0, code: 'timeout', message: 'No' });
  const before = afterAnswer(undefined, [entry('a')], 10_000);
  const after = afterRefusal(before, failure);
  expect(after.states.get('a')).toEqual({ followed: before.states.get('a')?.followed, failure });
  expect(afterRefusal(undefined, failure)).toEqual({ states: new Map(), failure });
});

it('a location whose radius changed has no lightning until it is answered anew, not even by a late answer', async () => {
  const client = new QueryClient();
  const key = lightningKeys.delays.all;
  const before = afterAnswer(undefined, [entry('a'), entry('b')], 10_000);
  const answers: ((answer: DelayStates) => void)[] = [];
  client.setQueryData(key, before);
  const observer = new QueryObserver<DelayStates>(client, {
    queryKey: key,
    queryFn: () => new Promise<DelayStates>((resolve) => answers.push(resolve)),
  });
  const stop = observer.subscribe(() => undefined);
  expect(answers).toHaveLength(1);

  const forgotten = forgetDelay(client, 'a');
  answers[0]?.(before);
  await expect.poll(() => answers.length).toBe(2);
  expect([...(client.getQueryData<DelayStates>(key)?.states.keys() ?? [])]).toEqual(['b']);

  const after = afterAnswer(undefined, [entry('a'), entry('b')], 10_000);
  answers[1]?.(after);
  await forgotten;
  expect(client.getQueryData<DelayStates>(key)?.states.has('a')).toBe(true);
  stop();
});
