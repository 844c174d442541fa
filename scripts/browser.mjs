// Finds a browser for the journeys, and installs one where that is possible.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { run } from './run.mjs';

// Draws the same with a third less processor time, as it has no windows; it shows no notifications either.
const withoutWindows = 'chromium-headless-shell';
const withWindows = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Path of the first of these programs that runs; undefined when none does. */
async function firstThatRuns(candidates) {
  for (const candidate of candidates) {
    const path = candidate && (candidate.includes('/') ? candidate : await which(candidate));
    // Ubuntu's `chromium-browser` may be only a notice that it is not installed.
    if (path && existsSync(path) && (await run(path, ['--version'])).code === 0) return path;
  }
  return undefined;
}

/**
 * What tests need to know of the browsers, as environment variables: the one of most journeys, and one that shows
 * notifications. Installed from the system's packages if needed and possible. Throws a sentence with what to do.
 */
export async function browserEnvironment() {
  const find = async () => {
    const notifying = await firstThatRuns([process.env.CHROME_PATH, ...withWindows, playwrightsOwn()]);
    const browser = process.env.CHROME_PATH ? notifying : await firstThatRuns([withoutWindows, notifying]);
    return { ALLCLEAR_BROWSER: browser, ALLCLEAR_NOTIFYING_BROWSER: notifying };
  };
  const found = await find();
  const missing = [
    ...(found.ALLCLEAR_NOTIFYING_BROWSER ? [] : ['chromium']),
    ...(process.env.CHROME_PATH || found.ALLCLEAR_BROWSER !== found.ALLCLEAR_NOTIFYING_BROWSER
      ? []
      : [withoutWindows]),
  ];
  if (missing.length > 0 && process.getuid?.() === 0 && isDebian()) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    console.log(`Installing ${missing.join(' and ')} …`);
    const runs = [await run('apt-get', ['update'], { env })];
    // One by one: not every release has the one without windows.
    for (const name of missing) runs.push(await run('apt-get', ['install', '-y', name], { env }));
    const installed = await find();
    if (installed.ALLCLEAR_NOTIFYING_BROWSER) return installed;
    console.error(
      runs
        .flatMap(({ output }) => output.trimEnd().split('\n'))
        .slice(-20)
        .join('\n'),
    );
  }
  if (found.ALLCLEAR_NOTIFYING_BROWSER) return found;
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
