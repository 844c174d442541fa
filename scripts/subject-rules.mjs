// The rules of subjects inside rooms: which folder may import which, what a folder may hold, how files are named.
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isSource } from './source-files.mjs';

export const maxFilesOfFolder = 30;

/** Folders of `server/src` below all subjects: they serve every subject and name none. */
const serverFoundation = ['platform'];
/** Identity and permissions: below all subjects, behind its own index. */
const serverBelow = ['identity'];
/** Names that do not describe the content of a file. */
const vagueNames = ['utils', 'util', 'helpers', 'helper', 'manager', 'types', 'common', 'misc'];

/**
 * The subjects of each room that orders them, lowest first.
 * @param {string} root
 * @returns {Record<string, string[]>}
 */
export function readOrders(root) {
  const read = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined);
  const orders = {};
  const server = read('server/src/subjects.ts');
  if (server !== undefined) orders.server = [...serverFoundation, ...serverBelow, ...serverOrder(server)];
  const domain = read('domain/src/index.ts');
  if (domain !== undefined) orders.domain = domainOrder(domain);
  for (const [room, order] of Object.entries(orders)) if (order.length === 0) delete orders[room];
  return orders;
}

/**
 * The folders of the list `subjects`, by the imports of its elements.
 * @param {string} source `server/src/subjects.ts`
 */
export function serverOrder(source) {
  const folderOf = new Map();
  for (const [, names, folder] of source.matchAll(
    /import\s*\{([^}]*)\}\s*from\s*'\.\/([^/']+)\/index\.ts'/g,
  )) {
    for (const name of names.split(','))
      folderOf.set(
        name
          .trim()
          .split(/\s+as\s+/)
          .at(-1),
        folder,
      );
  }
  const list = /\bsubjects\b[^=]*=\s*\[([^\]]*)\]/.exec(source.replace(/\/\/[^\n]*/g, ''))?.[1] ?? '';
  const names = [...list.matchAll(/[\w$]+/g)].map(([name]) => name);
  return [...new Set(names.map((name) => folderOf.get(name)).filter(Boolean))];
}

/** @param {string} source `domain/src/index.ts` */
export function domainOrder(source) {
  return [...source.matchAll(/^export [^;]*?from '\.\/([^/']+)\/index\.ts'/gm)].map(([, folder]) => folder);
}

/** The folder below `src/` that a file lies in; undefined for the files that put subjects together. */
export function subjectOf(path) {
  return /^[a-z]+\/src\/([^/]+)\//.exec(path)?.[1];
}

/**
 * What is wrong with an import inside a room.
 * @param {string} path
 * @param {string} target the imported file
 * @param {Record<string, string[]>} orders
 * @returns {string | undefined}
 */
export function subjectBreach(path, target, orders) {
  const room = path.split('/')[0];
  const from = subjectOf(path);
  const to = subjectOf(target);
  if (target.split('/')[0] !== room || from === to) return undefined;
  if (room === 'contract') {
    const isEntry = to === undefined || /^contract\/src\/[^/]+\/(index|paths)\.ts$/.test(target);
    return isEntry ? undefined : `${to} is imported through its index.ts`;
  }
  const order = orders[room];
  if (!order) return undefined;
  if (to === undefined) {
    const isPutTogether = from !== undefined && target.startsWith(`${room}/src/`);
    return isPutTogether ? `${from} may not import what puts the subjects together` : undefined;
  }
  if (from !== undefined && order.indexOf(to) > order.indexOf(from) && order.includes(from))
    return `${from} may not import ${to}, which lies above it`;
  const isFoundation = room === 'server' && serverFoundation.includes(to);
  if (!isFoundation && !/^[a-z]+\/src\/[^/]+\/index\.ts$/.test(target))
    return `${to} is imported through its index.ts`;
  return undefined;
}

/**
 * What is wrong with a subject's `index.ts`: it names what it exports, and no rows of SQL.
 * @returns {{ at: number, rule: string }[]}
 */
export function entryBreaches(path, code) {
  if (!/^(server|domain)\/src\/[^/]+\/index\.ts$/.test(path)) return [];
  const breaches = [];
  for (const { index } of code.matchAll(/\bexport\s*(?:type\s*)?\*/g))
    breaches.push({ at: index, rule: 'a subject exports by name' });
  for (const { index } of code.matchAll(/\bSelectable\b|['/]schema\.ts'/g))
    breaches.push({ at: index, rule: 'rows of SQL do not leave their store' });
  return breaches;
}

/**
 * What is wrong with the tree: crowded folders, vague names, subjects that no list names.
 * @param {string[]} paths all files of the rooms, from the root
 * @param {Record<string, string[]>} orders
 * @returns {{ path: string, line: number, rule: string }[]}
 */
export function treeBreaches(paths, orders) {
  const breaches = [];
  const counts = new Map();
  const subjects = new Map();
  for (const path of paths.filter(isSource)) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
    const name = posix.basename(path).replace(/\..*$/, '');
    if (vagueNames.includes(name.toLowerCase()))
      breaches.push({ path, line: 0, rule: `the name ${name} does not say what is in the file` });
    const room = path.split('/')[0];
    if (orders[room] && subjectOf(path)) subjects.set(`${room}/src/${subjectOf(path)}`, room);
  }
  for (const [path, count] of counts) {
    if (count > maxFilesOfFolder)
      breaches.push({
        path,
        line: 0,
        rule: `${count} source files in one folder, at most ${maxFilesOfFolder}`,
      });
  }
  for (const [path, room] of subjects) {
    if (!orders[room].includes(posix.basename(path)))
      breaches.push({ path, line: 0, rule: `the list of subjects of ${room}/ does not name it` });
  }
  return breaches;
}

/**
 * Circles among the folders of a room that has no order of its own.
 * @param {{ from: string, to: string, path: string, line: number }[]} arrows
 * @returns {{ path: string, line: number, rule: string }[]} the arrows that are part of a circle
 */
export function circleBreaches(arrows) {
  const next = new Map();
  for (const { from, to } of arrows) next.set(from, (next.get(from) ?? new Set()).add(to));
  const reaches = (start, goal, seen = new Set()) => {
    if (start === goal) return true;
    if (seen.has(start)) return false;
    seen.add(start);
    return [...(next.get(start) ?? [])].some((one) => reaches(one, goal, seen));
  };
  return arrows
    .filter(({ from, to }) => from !== to && reaches(to, from))
    .map(({ from, to, path, line }) => ({ path, line, rule: `${from} and ${to} import each other` }));
}
