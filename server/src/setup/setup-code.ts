import { randomBytes, timingSafeEqual } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getOrCreateSecret } from '../identity/index.ts';
import { systemActor } from '../platform/actor.ts';
import { wallNow } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import { codeOfBytes, readCode } from '../platform/secrets/typed-code.ts';

const actor = systemActor('setup');

/** 20 characters of five bits each. */
const codeLength = 20;

export interface SetupCode {
  readonly text: string;
  /** Whether somebody typed this code, compared in constant time. */
  matches(typed: string): boolean;
}

/**
 * The setup code of a database: derived from a random value in it and the secret key outside of it. So every process
 * has the same code, a restart keeps it, a lost file can be written again, and a copy of the database has no code.
 */
export async function openSetupCode(db: Database, secrets: SecretBox): Promise<SetupCode> {
  const salt = await getOrCreateSecret(
    db,
    actor,
    'setup-code-salt',
    async () => randomBytes(32).toString('base64url'),
    wallNow(),
  );
  // While keys are replaced, another process may have written the code of an older one.
  const codes = secrets.digests(salt, 'setup-code').map((digest) => codeOfBytes(digest, codeLength));
  const digestOf = (code: string) => secrets.digests(code, 'typed-setup-code')[0];
  const digests = codes.map((code) => digestOf(code.replaceAll('-', '')));
  return {
    text: codes[0] ?? '',
    matches: (typed) => {
      const digest = digestOf(readCode(typed, codeLength) ?? '');
      return digests.filter((one) => timingSafeEqual(one, digest)).length > 0;
    },
  };
}

/** Where the code is, in a data folder. */
export function setupCodeFile(folder: string): string {
  return path.join(folder, 'setup-code');
}

/** Writes the code for whoever may read the data folder, and never half of it. */
export async function writeSetupCode(folder: string, { text }: SetupCode): Promise<void> {
  const file = setupCodeFile(folder);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, `${text}\n`, { mode: 0o600, flush: true });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Removes the code after the setup; nothing when there is none. */
export async function removeSetupCode(folder: string): Promise<void> {
  await rm(setupCodeFile(folder), { force: true });
}
