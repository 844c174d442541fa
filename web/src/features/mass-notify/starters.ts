/** A text to begin with. */
export interface MessageStarter {
  readonly name: string;
  readonly headline: string;
  readonly message: string;
}

/** Messages that most organizations send one day; each is changed before it is sent. */
export const massMessageStarters: readonly MessageStarter[] = [
  {
    name: 'Before the storm',
    headline: 'Storms are forecast',
    message:
      'Storms are forecast for our area. Know your nearest shelter, keep your phone with you, and be ready to go inside at once when a warning is sent.',
  },
  {
    name: 'Take shelter',
    headline: 'Take shelter now',
    message:
      'Stop all outdoor activity and go inside a substantial building or an enclosed vehicle now. Stay there until you are notified that outdoor activity may resume.',
  },
  {
    name: 'Over',
    headline: 'The storms have passed',
    message:
      'The storms have passed. Outdoor activity may resume where Allclear shows your location as clear. Keep your phone with you: a further warning may be sent.',
  },
];
