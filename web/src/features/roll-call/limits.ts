/** How far the steppers go; the server refuses more. */
export const maxExpected = 20_000;
export const maxCheckedIn = 500;
