import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { type LiveHttpClient, openLiveHttpClient } from '../http-client/index.ts';
import { openStandIn, readBody, type StandIn } from '../stand-in-server.ts';
import { createHttpVoice } from './http-voice.ts';
import type { SpeechOutcome, Voice } from './port.ts';
import { shareVoice } from './shared-voice.ts';
import { ulawSeconds } from './speech-from-wav.ts';
import { toneOf, wavOf } from './stand-in-wav.ts';
import { decodeUlaw } from './ulaw.ts';
import { createVoiceCommand, readCommandLine } from './voice-command.ts';

const never = new AbortController().signal;
const fixture = fileURLToPath(new URL('fixtures/voice.mjs', import.meta.url));
const voiceOf = (mode: string[] = [], timeoutMs?: number) =>
  createVoiceCommand({ command: [process.execPath, fixture, ...mode], timeoutMs });
const seconds = (outcome: SpeechOutcome) => (outcome.kind === 'spoken' ? ulawSeconds(outcome.ulaw) : null);

describe('the command line', () => {
  test.each([
    ['espeak-ng --stdin --stdout', ['espeak-ng', '--stdin', '--stdout']],
    ['  "/opt/my voice/speak"  -v \'en us\' ', ['/opt/my voice/speak', '-v', 'en us']],
    ['a"b c"d', ['ab cd']],
    ['say $HOME; rm * | tee `x`', ['say', '$HOME;', 'rm', '*', '|', 'tee', '`x`']],
    ["say ''", ['say', '']],
    ['', null],
    ['   ', null],
    ['say "half', null],
    ['""', null],
  ])('%s', (line, words) => {
    expect(readCommandLine(line)).toEqual(words);
  });
});

describe('an installed program', () => {
  test('its WAV becomes µ-law of the same length and tone', async () => {
    const outcome = await voiceOf().speak('Lightning near the field.', never);
    expect(seconds(outcome)).toBeCloseTo(25 * 0.06, 2);
    if (outcome.kind !== 'spoken') return;
    const samples = Array.from(outcome.ulaw, decodeUlaw);
    const crossings = samples.filter((sample, n) => n > 0 && sample < 0 !== samples[n - 1]! < 0).length;
    expect(crossings / 2 / ulawSeconds(outcome.ulaw)).toBeCloseTo(440, -1);
    expect(Math.max(...samples)).toBeGreaterThan(19_000);
  });
  test('control characters and line breaks are blanks', async () => {
    expect(seconds(await voiceOf().speak(' a\r\n\u0007b ', never))).toBeCloseTo(3 * 0.06, 2);
  });
  test('350 characters are spoken, 351 and none are not', async () => {
    expect(seconds(await voiceOf().speak('x'.repeat(350), never))).toBeCloseTo(21, 2);
    for (const text of ['x'.repeat(351), ' \n '])
      expect(await voiceOf().speak(text, never)).toMatchObject({ kind: 'failed', because: 'text' });
  });
  test.each([
    [['exit'], 'unavailable', 'ended with code 3'],
    [['html'], 'malformed', 'no WAV file'],
    [['hang'], 'timeout', 'did not finish in time'],
    [['flood'], 'too-long', 'wrote more than'],
    [['silent'], 'malformed', 'no WAV file'],
  ])('%s fails and says so', async (mode, because, detail) => {
    expect(await voiceOf(mode, 1_500).speak('Hello', never)).toEqual({
      kind: 'failed',
      because,
      detail: expect.stringContaining(detail),
    });
  });
  test('a program that is not there, and one that is no program', async () => {
    for (const program of ['/nowhere/voice', fixture]) {
      const voice = createVoiceCommand({ command: [program] });
      expect(await voice.speak('Hello', never)).toMatchObject({ kind: 'failed', because: 'unavailable' });
    }
  });
  test('a program that never reads its input', async () => {
    // It speaks no characters.
    expect(await voiceOf(['deaf']).speak('Hello', never)).toMatchObject({ because: 'malformed' });
  });
  test('it is killed when the caller aborts, and not started after that', async () => {
    const stop = new AbortController();
    const outcome = voiceOf(['hang']).speak('Hello', stop.signal);
    setTimeout(() => stop.abort(), 200);
    expect(await outcome).toMatchObject({ kind: 'failed', because: 'aborted' });
    expect(await voiceOf().speak('Hello', stop.signal)).toMatchObject({ because: 'aborted' });
  });
  test('it sees nothing of the environment of the product', async () => {
    // It speaks the names of its variables: those of an empty environment take less than 3 s.
    const short = await voiceOf(['environment']).speak('Hello', never);
    expect(seconds(short)).toBeLessThan('PATH LANG'.length * 0.06 + 3);
    expect(Object.keys(process.env).join(' ').length * 0.06).toBeGreaterThan(3.6);
  });
});

describe('a service', () => {
  const open: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });
  async function serve(
    listener: Parameters<typeof openStandIn>[0],
    token: string | null = null,
  ): Promise<{ voice: Voice; service: StandIn; http: LiveHttpClient }> {
    const service = await openStandIn(listener);
    const http = openLiveHttpClient({ userAgent: 'Allclear test' });
    open.push(service, http);
    return {
      service,
      http,
      voice: createHttpVoice({ http, url: `${service.url}/speak?key=secret`, token, timeoutMs: 500 }),
    };
  }
  test('gets the text and gives a WAV of more than 64 KiB', async () => {
    let text = '';
    const { voice, service } = await serve(async (request, response) => {
      text = (await readBody(request)).toString();
      response.setHeader('content-type', 'audio/wav').end(wavOf(toneOf(440, 5, 16_000), { rate: 16_000 }));
    }, 'token-1');
    expect(seconds(await voice.speak('Größe\nzwei', never))).toBe(5);
    expect(text).toBe('Größe zwei');
    expect(service.requests[0]!.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      authorization: 'Bearer token-1',
    });
  });
  test.each<[string, Parameters<typeof openStandIn>[0], string]>([
    ['an error', (_, response) => response.writeHead(503).end('busy'), 'unavailable'],
    ['a redirect', (_, response) => response.writeHead(307, { location: '/x' }).end(), 'unavailable'],
    ['HTML', (_, response) => response.end('<html>'), 'malformed'],
    ['half a WAV', (_, response) => response.end(wavOf(toneOf(440, 1, 8_000)).subarray(0, 999)), 'malformed'],
    ['silence', (_, response) => response.end(wavOf(Buffer.alloc(16_000))), 'malformed'],
    ['a flood', (_, response) => response.end(Buffer.alloc(13 * 1024 * 1024)), 'malformed'],
    ['an hour', (_, response) => response.end(wavOf(toneOf(440, 61, 8_000))), 'too-long'],
    ['no answer', () => {}, 'timeout'],
    ['a lost connection', (request) => request.socket.destroy(), 'unavailable'],
  ])('%s fails without its URL in the words', async (_, listener, because) => {
    const { voice } = await serve(listener);
    const outcome = await voice.speak('Hello', never);
    expect(outcome).toMatchObject({ kind: 'failed', because });
    expect(JSON.stringify(outcome)).not.toContain('secret');
  });
  test('an abort ends the waiting', async () => {
    const { voice } = await serve(() => {});
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    expect(await voice.speak('Hello', stop.signal)).toMatchObject({ because: 'aborted' });
  });
});

describe('a shared voice', () => {
  function counting(outcome: () => SpeechOutcome = () => ({ kind: 'spoken', ulaw: Uint8Array.of(1) })) {
    const texts: string[] = [];
    let active = 0;
    let maxActive = 0;
    const voice: Voice = {
      name: 'counting',
      async speak(text) {
        texts.push(text);
        maxActive = Math.max(maxActive, ++active);
        await new Promise((resolve) => setTimeout(resolve, 20));
        active--;
        return outcome();
      },
    };
    return { voice: shareVoice(voice), texts, maxActive: () => maxActive };
  }
  test('500 units at once are one speech, and the next time none', async () => {
    const { voice, texts } = counting();
    const all = await Promise.all(Array.from({ length: 500 }, () => voice.speak('Go inside', never)));
    expect(all.every(({ kind }) => kind === 'spoken')).toBe(true);
    await voice.speak('Go inside', never);
    expect(texts).toEqual(['Go inside']);
  });
  test('many texts are spoken two at a time', async () => {
    const { voice, texts, maxActive } = counting();
    await Promise.all(Array.from({ length: 9 }, (_, n) => voice.speak(`Text ${n}`, never)));
    expect([texts.length, maxActive()]).toEqual([9, 2]);
  });
  test('a failure is tried again', async () => {
    const { voice, texts } = counting(() => ({ kind: 'failed', because: 'timeout', detail: 'Slow.' }));
    await voice.speak('A', never);
    expect(await voice.speak('A', never)).toMatchObject({ because: 'timeout' });
    expect(texts).toEqual(['A', 'A']);
  });
  test('who aborts takes nothing from the others', async () => {
    const { voice } = counting();
    const stop = new AbortController();
    const [one, other] = [voice.speak('A', stop.signal), voice.speak('A', never)];
    stop.abort();
    expect(await one).toMatchObject({ because: 'aborted' });
    expect(await other).toMatchObject({ kind: 'spoken' });
  });
});
