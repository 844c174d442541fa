// Finds a browser for the journeys, and installs one where that is possible.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { run } from './run.mjs';

const candidates = [
  process.env.CHROME_PATH,
  // Draws the same with a third less processor time, as it has no windows.
  'chromium-headless-shell',
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Path of a Chrome or Chromium that runs; undefined when there is none. */
export async function findBrowser() {
  for (const candidate of [...candidates, playwrightsOwn()]) {
    const path = candidate && (candidate.includes('/') ? candidate : await which(candidate));
    // Ubuntu's `chromium-browser` may be only a notice that it is not installed.
    if (path && existsSync(path) && (await run(path, ['--version'])).code === 0) return path;
  }
  return undefined;
}

/**
 * A browser, installed from the system's packages if needed and possible. Throws a sentence with what to do.
 */
export async function ensureBrowser() {
  const found = await findBrowser();
  if (found) return found;
  if (process.getuid?.() === 0 && isDebian()) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const update = await run('apt-get', ['update'], { env });
    // Not every release has the first.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      console.log(`No browser found; installing ${name} …`);
      const install = await run('apt-get', ['install', '-y', name], { env });
      const installed = await findBrowser();
      if (installed) return installed;
      console.error(`${update.output}\n${install.output}`.trimEnd().split('\n').slice(-20).join('\n'));
    }
  }
  throw new Error(
    'The browser journeys need Chrome or Chromium: install one, or name its path in CHROME_PATH.',
  );
}

async function which(name) {
  const { code, output } = await run('sh', ['-c', `command -v ${name}`]);
  return code === 0 ? output.trim() : undefined;
}

function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('playwright-core').chromium.executablePath();
  } catch {
    return undefined;
  }
}

function isDebian() {
  try {
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}
