import { expect, test } from 'vitest';
import { reloadWhenAnswered } from './reload-when-answered.ts';

test('a page whose part is missing is loaded anew as soon as the server answers, and not before', async () => {
  const answers = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    async () => false,
    async () => true,
  ];
  const events: string[] = [];
  await reloadWhenAnswered(
    () => {
      events.push('asked');
      return answers.shift()!();
    },
    () => events.push('loaded'),
    async (ms) => {
      events.push(`waited ${ms}`);
    },
  );
  expect(events).toEqual(['asked', 'waited 5000', 'asked', 'waited 5000', 'asked', 'loaded']);
});
