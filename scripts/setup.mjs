// Makes a checkout ready: installs the packages when they are missing or not those of the lock file, and
// builds the server, the web app and the widget when their sources changed. Runs before `npm start` and `npm test`,
// on Node 20, with no dependencies. Flags: --no-build, --quiet.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, relative } from 'node:path';
import { npm, root, run } from './run.mjs';

const flags = new Set(process.argv.slice(2));
const say = flags.has('--quiet') ? () => {} : console.log;

const [major] = process.versions.node.split('.').map(Number);
if (major < 20) fail(`Allclear needs Node 20 or later to install (this is ${process.version}).`);

const builds = [
  {
    what: 'the web app',
    script: 'build:pages',
    from: ['web', 'widget', 'contract/src', 'domain/src', 'package-lock.json'],
    to: ['web/dist', 'widget/dist'].map((folder) => join(root, folder, 'index.html')),
    stamp: join(root, 'web/dist/.built-from'),
  },
  {
    what: 'the server',
    script: 'build:server',
    from: [
      'server/src',
      'adapters/src',
      'contract/src',
      'domain/src',
      'scripts/bundle-server.mjs',
      'package-lock.json',
    ],
    to: [join(root, 'server/dist/main.js')],
    stamp: join(root, 'server/dist/.built-from'),
  },
];

if (!isInstalled() || builds.some(needsBuild)) {
  await alone(async () => {
    if (!isInstalled()) {
      await step('Installing packages', [
        'ci',
        '--include=dev',
        '--include=optional',
        '--ignore-scripts=false',
        '--no-audit',
        '--no-fund',
      ]);
      if (!isInstalled())
        fail(
          'npm ended well, but the packages are not those of package-lock.json; remove node_modules and try again.',
        );
    }
    for (const build of builds) {
      const sources = needsBuild(build);
      if (!sources) continue;
      await step(`Building ${build.what}`, ['run', build.script]);
      writeFileSync(build.stamp, sources);
    }
  });
}

/**
 * Whether node_modules holds what package-lock.json says. npm writes its own list of what it installed last,
 * so half an installation does not count.
 */
function isInstalled() {
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const found = packagesIn(join(root, 'node_modules/.package-lock.json'));
  if (!wanted) fail('package-lock.json is missing or damaged.');
  if (!found || !existsSync(join(root, 'node_modules/.bin/node'))) return false;
  return Object.entries(wanted).every(([place, { version, optional, link }]) => {
    if (!place.includes('node_modules/') || link) return true;
    return found[place] ? found[place].version === version : optional === true;
  });
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** A digest of what something is built from, if its build is missing or from something else. */
function needsBuild({ from, to, stamp }) {
  if (flags.has('--no-build')) return undefined;
  const hash = createHash('sha256');
  for (const place of from) {
    for (const file of filesIn(join(root, place)))
      hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  const sources = hash.digest('hex');
  const built = [...to, stamp].every(existsSync) ? readFileSync(stamp, 'utf8') : '';
  return built === sources ? undefined : sources;
}

function filesIn(place) {
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [place];
  return readdirSync(place, { withFileTypes: true })
    .filter(({ name }) => !['node_modules', 'dist'].includes(name) && !/\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory()
        ? filesIn(join(place, entry.name))
        : entry.isFile()
          ? [join(place, entry.name)]
          : [],
    );
}

/** Runs npm with a line that says what is going on; what npm says is shown only when it fails. */
async function step(what, args) {
  const { command, leading, env } = npm();
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const onTerminal = process.stdout.isTTY;
  if (!onTerminal) console.log(`${what} …`);
  const timer = setInterval(
    () =>
      onTerminal
        ? process.stdout.write(`\r${what} … ${seconds()} s `)
        : console.log(`${what} … ${seconds()} s`),
    onTerminal ? 500 : 5_000,
  );
  const { code, output } = await run(command, [...leading, ...args], { env });
  clearInterval(timer);
  if (onTerminal) process.stdout.write('\r\u001b[K');
  if (code !== 0) {
    const lines = output.split('\n').filter((line) => line.trim() && !line.startsWith('npm warn'));
    console.error(
      (lines.length <= 60 ? lines : [...lines.slice(0, 20), '…', ...lines.slice(-40)]).join('\n'),
    );
    fail(`${what} failed after ${seconds()} s; what npm said is above.`);
  }
  say(`${what}: done in ${seconds()} s`);
}

/** Two commands started at once on one checkout: the second waits for the first. */
async function alone(work) {
  const id = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const lock = join(tmpdir(), `allclear-setup-${userInfo().username}-${id}`);
  let hasSaid = false;
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`The lock ${lock} cannot be made: ${error.message}`);
    }
    if (!isHeld(lock)) {
      rmSync(lock, { force: true });
      continue;
    }
    if (!hasSaid) console.log('Another setup of this folder is running; waiting for it …');
    hasSaid = true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  await work();
  release();
}

function isHeld(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // Just made and not yet written counts as held.
    if (!pid) return Date.now() - statSync(lock).mtimeMs < 5_000;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
