import pino from 'pino';
import { afterEach, expect, it } from 'vitest';
import { DatabaseOutage } from './database-outage.ts';

const away = () => Object.assign(new Error('the database system is starting up'), { code: '57P03' });
let outage: DatabaseOutage;
afterEach(() => outage.close());

/** A logger with an outage that is over when `answers` is called. */
function opened() {
  outage = new DatabaseOutage();
  const lines: string[] = [];
  const log = pino(
    { hooks: outage.hooks },
    { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) },
  );
  let isAway = true;
  let asked = Promise.withResolvers<void>();
  outage.watch(async () => {
    asked.resolve();
    if (isAway) throw away();
  }, log);
  return {
    ...{ log, lines },
    nextAsk: () => {
      asked = Promise.withResolvers<void>();
      return asked.promise;
    },
    answers(does: boolean) {
      isAway = !does;
    },
  };
}

const begun = 'a database connection broke; what needs it waits';
const over = 'the database answers again';
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('an outage is one line when it begins and one when it is over', async () => {
  const { log, lines, nextAsk, answers } = opened();
  for (let count = 0; count < 50; count++)
    log.child({ request: count }).warn({ err: away() }, 'a request failed');
  await nextAsk();
  log.error({ err: away() }, 'the loop failed');
  expect(lines).toEqual([begun]);
  answers(true);
  await nextAsk();
  await settled();
  expect(lines).toEqual([begun, over]);
});

it('another error is logged during an outage', async () => {
  const { log, lines } = opened();
  log.warn({ err: away() }, 'a request failed');
  log.error({ err: new Error('out of range') }, 'a request failed');
  log.warn('the disk is nearly full');
  log.warn({ err: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }) }, 'a feed');
  expect(lines).toEqual([begun, 'a request failed', 'the disk is nearly full', 'a feed']);
});

it('what fails late is of the same outage, a second outage is not', async () => {
  const { log, lines, nextAsk, answers } = opened();
  answers(true);
  log.warn({ err: away() }, 'a request failed');
  await settled();
  log.warn({ err: away() }, 'a request failed');
  await settled();
  expect(lines).toEqual([begun, over]);
  answers(false);
  log.warn({ err: away() }, 'a request failed');
  await settled();
  expect(lines).toEqual([begun, over, begun]);
  answers(true);
  await nextAsk();
  await settled();
  expect(lines).toEqual([begun, over, begun, over]);
});
