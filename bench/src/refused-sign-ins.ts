/**
 * How long the answer to a refused sign-in takes: for unknown, known, deactivated and notification-only
 * addresses, and for known and unknown ones that have to wait after too many guesses. Within each of the two
 * groups the means must be within 5 %, so that time does not tell who has an account.
 */
import { createHash } from 'node:crypto';
import { openStore } from '@allclear/server/platform/database/database.ts';
import { createVisitor } from '@allclear/server/test/browser-stand-in.ts';
import type { ServerProcess } from '@allclear/server/test/run-server.ts';
import { withServer } from './browser-server.ts';
import { withDatabase } from './database.ts';
import { present, printed } from './measure.ts';

const rounds = 300;
/** Rounds before those that count: code is compiled and pools are filled. */
const warmUpRounds = 20;
const guessesPerAccount = 5;

interface Kind {
  readonly name: string;
  readonly group: 'refused' | 'waiting';
  readonly email: string;
  /** The address of the browser in a round. */
  readonly network: (round: number) => string;
}

export function runSignIn(): Promise<unknown> {
  return withDatabase((databaseUrl) =>
    withServer(['--speed', '1'], (server) => measure(server, databaseUrl), {
      DATABASE_URL: databaseUrl,
      ALLCLEAR_TRUST_PROXY: 'true',
    }),
  );
}

async function measure(server: ServerProcess, databaseUrl: string) {
  const { accounts } = await server.demonstration();
  const known = present(accounts[0]).email;
  const ofSomebody = present(accounts[1]).email;
  const [deactivated, notified] = ['deactivated@bench.example', 'notified@bench.example'];
  await addPeople(databaseUrl, [
    { email: deactivated, role: 'customer', isActive: false },
    { email: notified, role: 'notification-only', isActive: true },
  ]);
  // Each guess is from another network: none has to wait.
  const elsewhere = (third: number) => (round: number) => `10.${third}.${round >> 8}.${round & 255}`;
  const kinds: Kind[] = [
    { name: 'unknown', group: 'refused', email: 'nobody@bench.example', network: elsewhere(1) },
    { name: 'known', group: 'refused', email: known, network: elsewhere(2) },
    { name: 'deactivated', group: 'refused', email: deactivated, network: elsewhere(3) },
    { name: 'notification-only', group: 'refused', email: notified, network: elsewhere(4) },
    { name: 'known, locked', group: 'waiting', email: ofSomebody, network: () => '10.5.0.1' },
    { name: 'unknown, locked', group: 'waiting', email: 'none@bench.example', network: () => '10.6.0.1' },
  ];
  for (const kind of kinds.filter(({ group }) => group === 'waiting'))
    for (let guess = 0; guess < guessesPerAccount; guess++) await refused(server.url, kind, 0);
  const samples = new Map(kinds.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < warmUpRounds + rounds; round++)
    // Each kind is measured as often after each other one.
    for (let turn = 0; turn < kinds.length; turn++) {
      const kind = present(kinds[(turn * ((round % (kinds.length - 1)) + 1) + round) % kinds.length]);
      const ms = await refused(server.url, kind, round);
      if (round >= warmUpRounds) samples.get(kind.name)?.push(ms);
    }
  const meanOf = (values: readonly number[]) => values.reduce((sum, ms) => sum + ms, 0) / values.length;
  const means = kinds.map(({ name, group }) => ({ name, group, ms: meanOf(present(samples.get(name))) }));
  const apartPercent = (group: Kind['group']) => {
    const ofGroup = means.filter((one) => one.group === group).map(({ ms }) => ms);
    return Math.round((Math.max(...ofGroup) / Math.min(...ofGroup) - 1) * 1_000) / 10;
  };
  return {
    signIn: {
      rounds,
      meanMs: Object.fromEntries(means.map(({ name, ms }) => [name, Math.round(ms * 10) / 10])),
      refusedApartPercent: apartPercent('refused'),
      waitingApartPercent: apartPercent('waiting'),
      goalApartPercent: 5,
    },
  };
}

/** Adds people past the API, without a password. */
async function addPeople(
  databaseUrl: string,
  people: readonly { email: string; role: string; isActive: boolean }[],
): Promise<void> {
  const store = openStore(databaseUrl, { onError: () => {} });
  for (const { email, role, isActive } of people)
    await store.pool.query(
      `insert into users (organization_id, email, user_name, first_name, last_name, role, is_active, created_at)
       select organization_id, $1, $1, 'Bench', 'Person', $2, $3, now() from users limit 1`,
      [email, role, isActive],
    );
  await store.close();
}

/** Opens the form of a new sign-in, sends it with a wrong password, and returns the ms until the answer. */
async function refused(url: string, { email, network }: Kind, round: number): Promise<number> {
  const visitor = createVisitor({ 'x-forwarded-for': network(round) });
  const query = new URLSearchParams({
    ...{ client_id: 'allclear-web', redirect_uri: `${url}/callback`, response_type: 'code' },
    ...{ scope: 'openid', code_challenge_method: 'S256', prompt: 'login' },
    code_challenge: createHash('sha256').update('verifier').digest('base64url'),
  });
  const { answer } = await visitor.follow(
    await visitor.get(`${url}/identity/auth?${query}`),
    `${url}/identity/`,
  );
  await answer.text();
  const startMs = performance.now();
  const sent = await visitor.post(answer.url, { email, password: 'not the right one' });
  await sent.text();
  const ms = performance.now() - startMs;
  if (![401, 429].includes(sent.status)) throw new Error(`A wrong password was answered ${sent.status}.`);
  return ms;
}

await printed(import.meta, runSignIn);
