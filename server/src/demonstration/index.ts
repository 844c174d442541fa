export { defaultPlaces, randomPassword, simulatedPlaces } from './places.ts';
export { type Demonstration, prepareDemonstration } from './seed-demonstration.ts';
