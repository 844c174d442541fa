/**
 * False clears of the product's rule beside those of other systems, on the same random histories of a feed with gaps,
 * late data, cold starts, a blind satellite and lost data: `--histories=10000`, `--seed=`.
 */
import { parseArgs } from 'node:util';
import { compareRules } from '@allclear/domain/test/rules/compare.ts';

export async function runRules() {
  const { values } = parseArgs({
    options: { histories: { type: 'string' }, seed: { type: 'string' } },
    strict: false,
  });
  const histories = Number(values.histories ?? 10_000);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const { rules } = compareRules(histories, seed);
  const rounded = (share: number) => Math.round(share * 1_000) / 1_000;
  return {
    ...{ name: 'rules', histories, seed },
    rules: Object.entries(rules).map(
      ([rule, { said, falseClears, falseClearMinutes, histories: faulty, by }]) => ({
        ...{ rule, falseClears, falseClearMinutes, historiesWithOne: faulty, by },
        said: { clear: rounded(said.clear), delay: rounded(said.delay), unknown: rounded(said.unknown) },
      }),
    ),
  };
}
