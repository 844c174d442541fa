import { describe, expect, it } from 'vitest';
import { doubleCastsIn, judge, limits, placesOf } from './limits.mjs';

const at = (category, path, first, last) => ({
  category,
  location: { path, start: { line: first }, end: { line: last } },
});
const long = 'lint/complexity/noExcessiveLinesPerFunction';
const assertion = 'lint/style/noNonNullAssertion';
const none = { longFunctions: [], nonNullAssertions: [], doubleCasts: [] };

describe('the limits of the repository', () => {
  it('count functions of more than 80 lines and assertions outside tests', () => {
    const places = placesOf({
      diagnostics: [
        at(long, 'server/src/a.ts', 1, 80),
        at(long, 'server/src/b.ts', 1, 81),
        at(long, 'server/src/b.test.ts', 1, 200),
        at(long, 'server/test/run.ts', 1, 200),
        at(assertion, 'domain/src/c.ts', 7, 7),
        at(assertion, 'web/src/c.test.tsx', 7, 7),
        at(assertion, 'web/test-setup.ts', 7, 7),
        at(assertion, 'e2e/strike.journey.ts', 7, 7),
        at(assertion, 'e2e/journey.ts', 7, 7),
        at(assertion, 'adapters/src/delivery/stand-in-smtp.ts', 7, 7),
      ],
    });
    expect(places).toEqual({
      longFunctions: ['server/src/b.ts:1 81 lines'],
      nonNullAssertions: ['domain/src/c.ts:7'],
    });
  });

  it('count double casts in code, over lines too', () => {
    const source =
      "// as unknown as\nconst a = b as unknown as C;\nconst d = 'as unknown as';\nb as unknown\n as D;\n";
    expect(doubleCastsIn('server/src/a.ts', source)).toEqual(['server/src/a.ts:2', 'server/src/a.ts:4']);
    expect(doubleCastsIn('server/src/a.ts', 'const a = b as unknown;')).toEqual([]);
  });

  it.each(Object.entries(limits))('are broken by one more than the limit of %s', (kind, limit) => {
    const places = Array.from({ length: limit }, (_, index) => `a.ts:${index}`);
    expect(judge({ ...none, [kind]: places }).isWithin).toBe(true);
    const over = judge({ ...none, [kind]: [...places, 'b.ts:1'] });
    expect(over.isWithin).toBe(false);
    expect(over.lines).toHaveLength(limit + 2);
    expect(over.lines[limit]).toMatch(/^b\.ts:1 /);
    expect(over.lines.at(-1)).toContain(`${limit + 1} of ${limit}`);
  });
});
