import { afterAll, beforeAll, expect, test } from 'vitest';
import { AdapterError } from '../adapter-error.ts';
import { createTxtResolver } from './node-dns.ts';
import { openStandInDns } from './stand-in-dns.ts';

let dns: Awaited<ReturnType<typeof openStandInDns>>;
beforeAll(async () => {
  dns = await openStandInDns();
});
afterAll(() => dns.close());

test('TXT records are joined; a domain without any has none', async () => {
  dns.records.set('bay.example', [['v=spf1 -all'], ['allclear-', 'verify=abc']]);
  const resolver = createTxtResolver([dns.address]);
  expect(await resolver.txt('bay.example')).toEqual(['v=spf1 -all', 'allclear-verify=abc']);
  expect(await resolver.txt('other.example')).toEqual([]);
});

test('a name server that does not answer is a failure, not a domain without records', async () => {
  const gone = await openStandInDns();
  await gone.close();
  await expect(createTxtResolver([gone.address]).txt('bay.example')).rejects.toBeInstanceOf(AdapterError);
}, 30_000);
