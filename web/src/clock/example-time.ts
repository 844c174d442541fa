/** The time of the examples that tests use. */
export const exampleNowMs = Date.parse('2026-06-06T20:46:00Z');
export const minutesAgo = (minutes: number) => new Date(exampleNowMs - minutes * 60_000).toISOString();
