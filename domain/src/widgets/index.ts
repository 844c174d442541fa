export * from './embed.ts';
