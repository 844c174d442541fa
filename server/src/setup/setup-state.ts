import type { Platform } from '../platform/subject.ts';
import { openSetupCode, removeSetupCode, setupCodeFile, writeSetupCode } from './setup-code.ts';
import { hasBegun } from './store.ts';

/** Whether an installation waits for its first organization. */
export interface SetupState {
  /** The file with the code, if it was open when this process started. */
  readonly codeFile: string | null;
  /** False for ever once somebody has begun, in whichever process or by a command; then the file is removed. */
  isOpen(): Promise<boolean>;
  /** Whether somebody typed the setup code. */
  isCode(typed: string): boolean;
}

type Needs = Pick<Platform, 'db' | 'secrets' | 'log'> & {
  readonly settings: Pick<Platform['settings'], 'data' | 'services' | 'url'>;
};

/**
 * Opens the setup of an empty database: writes the code into the data folder and logs where it is, never what it is.
 * A process that serves no API has none.
 */
export async function openSetupState({ db, secrets, settings, log }: Needs): Promise<SetupState> {
  const { data, services, url } = settings;
  let isClosed = !services.has('api');
  const isOpen = async () => {
    if (isClosed) return false;
    if (!(await hasBegun(db))) return true;
    isClosed = true;
    await removeSetupCode(data).catch((error: unknown) =>
      log.warn({ err: error, file: setupCodeFile(data) }, 'the setup code is of no use now; remove its file'),
    );
    return false;
  };
  if (!(await isOpen())) return { codeFile: null, isOpen, isCode: () => false };
  const code = await openSetupCode(db, secrets);
  await writeSetupCode(data, code);
  const codeFile = setupCodeFile(data);
  log.info({ file: codeFile, address: `${url}/setup` }, 'open the address to set up this installation');
  return { codeFile, isOpen, isCode: code.matches };
}
