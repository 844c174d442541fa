import { driverOf } from '@allclear/adapters';
import { feedState } from '@allclear/domain';
import { deviceAddressFault } from '../../hardware/index.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { clockFinding } from './check-network.ts';
import type { DatabaseState } from './doctor.store.ts';
import { type Finding, note, right, wrong } from './finding.ts';

/** Names of devices or feeds that are listed at most. */
const maxNames = 10;

/** `secrets` is null where the key itself is missing, which is said elsewhere. */
export function checkDatabase(
  state: DatabaseState,
  {
    wallNow,
    isLive,
    networks,
    secrets,
  }: { wallNow: number; isLive: boolean; networks: string; secrets: SecretBox | null },
): Finding[] {
  const findings: Finding[] = [clockFinding('the database', wallNow - state.now)];
  const { unknown, missing } = state;
  if (unknown.length > 0)
    findings.push(
      wrong(
        `A newer version of Allclear has migrated the database (${unknown.join(', ')}): start that version.`,
      ),
    );
  else if (missing.length > 0)
    findings.push(note(`The next start brings the database forward by ${missing.length} migrations.`));
  else findings.push(right(`The database is PostgreSQL ${state.version}, and all migrations ran.`));
  if (state.isSuperuser)
    findings.push(
      wrong('The role of the database is a superuser: give it one that owns its database and nothing else.'),
    );
  if (!state.isMigrated) return findings;
  if (state.sealedCheck !== null && secrets !== null && !opens(secrets, state.sealedCheck))
    findings.push(
      wrong('The database was used with another secret key: set it as it was, or put it after a comma.'),
    );
  findings.push(...checkFeeds(state, wallNow, isLive), ...checkDevices(state, networks));
  return findings;
}

function opens(secrets: SecretBox, sealed: string): boolean {
  try {
    secrets.open(sealed, 'secret-key-check');
    return true;
  } catch {
    return false;
  }
}

/** Of live weather only: others have a time of their own. */
function checkFeeds({ feeds, isEngineActive }: DatabaseState, now: number, isLive: boolean): Finding[] {
  if (!isEngineActive)
    return [note('No process is the engine now, so nothing is observed and nobody is notified.')];
  if (!isLive) return [right('A process is the engine.')];
  const bad = feeds.flatMap((feed) => {
    const state = feedState(feed, now);
    return state === 'ok'
      ? []
      : [`${feed.kind} of ${feed.vendor} is ${state}${feed.lastError ? ` (${feed.lastError})` : ''}`];
  });
  return bad.length === 0
    ? [right(`A process is the engine, and all ${feeds.length} feeds are current.`)]
    : bad.slice(0, maxNames).map((text) => wrong(`The feed ${text}.`));
}

function checkDevices({ devices }: DatabaseState, networks: string): Finding[] {
  if (devices.length === 0) return [];
  const faults = devices.flatMap(({ name, driver: model, address, failure }) => {
    const driver = driverOf(model);
    const fault = driver
      ? deviceAddressFault(networks, driver, address)
      : 'This version has no driver for it.';
    const text = fault ?? (failure === null ? null : `It does not answer: ${failure}`);
    return text === null ? [] : [wrong(`The device ${name}: ${text}`)];
  });
  if (faults.length === 0) return [right(`${devices.length} devices answered last.`)];
  const more = faults.length - maxNames;
  return [...faults.slice(0, maxNames), ...(more > 0 ? [wrong(`${more} more devices have faults.`)] : [])];
}
