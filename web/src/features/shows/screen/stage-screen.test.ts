import { describe, expect, it } from 'vitest';
import { exampleNowMs, examplePlace, exampleShow, inSeconds } from '../example.ts';
import {
  type FollowedShow,
  followedScreen,
  noAnswerLimitMs,
  nothingReceived,
  productMs,
  wallMsOf,
  withEnd,
  withShow,
  withSleep,
} from './stage-screen.ts';

const show = exampleShow({ places: [examplePlace('a', { goodUntil: inSeconds(600) })] });
const received = withShow(nothingReceived, { show, atMs: exampleNowMs }, exampleNowMs);
const after = (seconds: number) => exampleNowMs + seconds * 1_000;
const screenAt = (followed: FollowedShow, seconds: number) => followedScreen(followed, after(seconds));

describe('the screen of a followed show', () => {
  it('connects before the first answer, and ends with the link', () => {
    expect(followedScreen(nothingReceived, null)).toEqual({ kind: 'connecting' });
    expect(followedScreen(received, null)).toEqual({ kind: 'connecting' });
    expect(screenAt(withEnd(received, after(0)), 0)).toEqual({ kind: 'ended' });
    expect(screenAt(withEnd(nothingReceived, null), 0)).toEqual({ kind: 'ended' });
    const ended = withEnd(received, after(5));
    expect(withShow(ended, { show, atMs: after(6) }, after(6))).toBe(ended);
    // Something else had answered for the server.
    const newer = { ...show, now: inSeconds(6), wallNow: inSeconds(6) };
    expect(screenAt(withShow(ended, { show: newer, atMs: after(6) }, after(6)), 7).kind).toBe('scenes');
  });

  it('covers what was good through an instant, and everything without answers', () => {
    expect(screenAt(received, noAnswerLimitMs / 1_000).kind).toBe('scenes');
    expect(screenAt(received, noAnswerLimitMs / 1_000 + 1)).toEqual({ kind: 'old', since: exampleNowMs });
    const again = withShow(received, { show, atMs: after(590) }, after(590));
    expect(screenAt(again, 600).kind).toBe('scenes');
    expect(screenAt(again, 601)).toEqual({ kind: 'old', since: after(600) });
  });

  it('covers after a sleep until something comes that was made since', () => {
    const slept = withSleep(received);
    expect(screenAt(slept, 12)).toEqual({ kind: 'old', since: exampleNowMs });
    const ofBefore = withShow(slept, { show, atMs: after(5) }, after(60));
    expect(screenAt(ofBefore, 60).kind).toBe('old');
    const fresh = withShow(slept, { show, atMs: after(59) }, after(60));
    expect(screenAt(fresh, 60).kind).toBe('scenes');
  });

  it('never goes back to an older show while the newer one is good', () => {
    const newer = exampleShow({ name: 'Newer', wallNow: inSeconds(10), now: inSeconds(10) });
    const shown = withShow(received, { show: newer, atMs: after(10) }, after(10));
    expect(withShow(shown, { show, atMs: after(11) }, after(11)).received?.show.name).toBe('Newer');
    // A server whose clock was set back is believed once its show is all that comes.
    expect(withShow(shown, { show, atMs: after(60) }, after(60)).received?.show).toBe(show);
  });

  it('reckons the product clock at the speed of the weather, never before the show was made', () => {
    const fast = exampleShow({ speed: 20 });
    expect(productMs(fast, after(3))).toBe(after(60));
    expect(productMs(fast, after(-3))).toBe(exampleNowMs);
    expect(wallMsOf(fast, after(60))).toBe(after(3));
    expect(wallMsOf({ ...fast, speed: 0 }, after(60))).toBe(exampleNowMs);
  });

  it('says that its places are gone only while that is known', () => {
    const empty = exampleShow({ places: [] });
    const followed = withShow(nothingReceived, { show: empty, atMs: exampleNowMs }, exampleNowMs);
    expect(screenAt(followed, 1)).toEqual({ kind: 'gone' });
    expect(screenAt(followed, 31)).toEqual({ kind: 'old', since: exampleNowMs });
  });
});
