import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const root = import.meta.dirname;

/**
 * The modules that a file adds to the first load: imports and re-exports that remain after types are removed.
 */
function staticImports(file: string): string[] {
  const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return [...code.matchAll(/^(?:import|export)\s(?!type\s)([^;'"]*?\sfrom\s)?['"]([^'"]+)['"]/gm)]
    .filter(([, names]) => !names || !/^\{(\s*type\s[^,}]+,?)+\s*\}/.test(names.trim()))
    .map(([, , specifier]) => specifier ?? '');
}

function firstLoad(): { files: string[]; packages: Set<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    for (const specifier of staticImports(file)) {
      if (!specifier.startsWith('.')) packages.add(specifier);
      else if (/\.tsx?$/.test(specifier) && existsSync(join(dirname(file), specifier)))
        visit(join(dirname(file), specifier));
    }
  };
  visit(join(root, 'main.tsx'));
  return { files: [...files].map((file) => relative(root, file).replaceAll('\\', '/')), packages };
}

const { files, packages } = firstLoad();

it('has no page but those without the shell', () => {
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((file) => /^pages\/.*Page\.tsx$/.test(file)).sort()).toEqual([
    'pages/CallbackPage.tsx',
    'pages/NotFoundPage.tsx',
    'pages/PermittedPage.tsx',
    'pages/UnauthorizedPage.tsx',
    'pages/UnreachablePage.tsx',
  ]);
});

it('has of the subjects only what stands in the shell', () => {
  const features = new Set(files.flatMap((file) => /^features\/([^/]+)/.exec(file)?.[1] ?? []));
  expect([...features].sort()).toEqual(['notifications', 'shell']);
});

it('has neither schemas nor a chart nor a map', () => {
  const ofContract = [...packages].filter((name) => name.startsWith('@allclear/contract'));
  expect(ofContract.sort()).toEqual(['@allclear/contract/change-topics', '@allclear/contract/paths']);
  expect([...packages].filter((name) => /^(zod|recharts|maplibre-gl|react-map-gl)/.test(name))).toEqual([]);
});
