import journeys from './playwright.config.ts';

/** Journeys that wait for minutes, in a command of their own: `npm run long-journeys`. */
export default { ...journeys, testMatch: '*.long-journey.ts' };
