/** A place for lightning, and the policy that ends play there. */
export const field = { latitude: 28, longitude: -82 };
export const lightning = {
  policyTypeShortName: 'LR1',
  threshold: 10,
  allGroups: true,
  notificationActions: [
    { allClear: false, message: 'Go inside.' },
    { allClear: true, message: '' },
  ],
};
