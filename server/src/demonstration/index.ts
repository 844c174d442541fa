export { defaultPlaces, randomPassword, simulatedPlaces } from './places.ts';
export {
  type Demonstration,
  type PreparedDemonstration,
  prepareDemonstration,
} from './seed-demonstration.ts';
