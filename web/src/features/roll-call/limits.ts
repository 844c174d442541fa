/** People of a group: expected, or counted at a shelter. */
export const maxGroupPeople = 20_000;
/** People who check in together. */
export const maxCheckInPeople = 500;
/** People whom a shelter holds. */
export const maxCapacity = 100_000;
/** Minutes on foot to a shelter. */
export const maxMinutesToReach = 60;
