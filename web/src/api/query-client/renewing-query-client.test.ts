import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { auditKeys } from '../query-keys/audit.ts';
import { lightningKeys } from '../query-keys/lightning.ts';
import { RenewingQueryClient } from './renewing-query-client.ts';

const queryKey = lightningKeys.delays.all;

/** A query that is observed, whose requests are answered by hand, in any order. */
function observed() {
  const client = new RenewingQueryClient({ defaultOptions: { queries: { retry: false } } });
  const requests: { answer: (value: string) => void; fail: (error: Error) => void }[] = [];
  const observer = new QueryObserver<string>(client, {
    queryKey,
    queryFn: () => new Promise<string>((resolve, reject) => requests.push({ answer: resolve, fail: reject })),
  });
  const stop = observer.subscribe(() => undefined);
  return { client, requests, stop, shown: () => client.getQueryData(queryKey) };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

it('a change during the first request is asked for once it is answered, and its end waits for that', async () => {
  const { client, requests, stop, shown } = observed();
  expect(requests).toHaveLength(1);
  let isOver = false;
  const renewed = client.invalidateQueries({ queryKey }).then(() => {
    isOver = true;
  });
  expect(requests).toHaveLength(1);
  requests[0]?.answer('before the strike');
  await settled();
  expect(requests).toHaveLength(2);
  expect([shown(), isOver]).toEqual(['before the strike', false]);
  requests[1]?.answer('after the strike');
  await renewed;
  expect(shown()).toBe('after the strike');
  expect(requests).toHaveLength(2);
  stop();
});

it('a first request that fails is not asked for again by a change that came meanwhile', async () => {
  const { client, requests, stop } = observed();
  const renewed = client.invalidateQueries({ queryKey });
  requests[0]?.fail(new Error('no'));
  await renewed;
  expect(requests).toHaveLength(1);
  stop();
});

it('a change after the first answer is asked for once, and one of another query not at all', async () => {
  const { client, requests, stop, shown } = observed();
  await client.invalidateQueries({ queryKey: auditKeys.entries.all });
  requests[0]?.answer('before');
  await settled();
  expect(requests).toHaveLength(1);
  const renewed = client.invalidateQueries({ queryKey });
  await settled();
  requests[1]?.answer('after');
  await renewed;
  expect([shown(), requests.length]).toEqual(['after', 2]);
  stop();
});
