import { describe, expect, it } from 'vitest';
import { failureOf, messageOf } from './failure.ts';

describe('the error translator', () => {
  it('keeps what the server said', () => {
    const failure = failureOf(400, {
      responseException: {
        code: 'bad-input',
        message: 'Please check the form.',
        errors: { Label: ['Name is required'], Radius1: 'Too far', Odd: [3] },
      },
    });
    expect(failure).toMatchObject({ status: 400, code: 'bad-input', message: 'Please check the form.' });
    expect(failure.errors).toEqual({ Label: ['Name is required'], Radius1: ['Too far'] });
  });

  it('keeps what was last known of the lightning', () => {
    const failure = failureOf(503, {
      responseException: { code: 'lightning-unobserved', message: 'x', lastKnown: { zones: [] } },
    });
    expect(failure.code).toBe('lightning-unobserved');
    expect(failure.lastKnown).toEqual({ zones: [] });
  });

  it.each([
    [401, undefined, 'not-signed-in'],
    [404, '<html>', 'not-found'],
    [413, null, 'payload-too-large'],
    [429, {}, 'too-many-requests'],
    [502, undefined, 'internal'],
    [503, { responseException: 7 }, 'unavailable'],
  ])('makes a sentence for a %d that says nothing', (status, body, code) => {
    const failure = failureOf(status, body);
    expect(failure.code).toBe(code);
    expect(failure.message).toMatch(/\.$/);
    expect(failure.errors).toEqual({});
  });

  it('never shows what a stranger threw', () => {
    expect(messageOf(new TypeError('undefined is not a function at foo.js:1'))).toBe(
      'Something went wrong. Please try again.',
    );
  });
});
