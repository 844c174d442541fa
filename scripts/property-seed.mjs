// Stands for fast-check in tests (vitest.config.ts): random tests draw the same cases every time, so that a
// failure comes from a change and not from the dice. PROPERTY_SEED=random rolls them, PROPERTY_SEED=123
// repeats a roll.
import fc from '../node_modules/fast-check/lib/fast-check.js';

const asked = process.env.PROPERTY_SEED ?? '20261121';
if (asked !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(asked) });

export default fc;
