/** Characters of a message that is spoken (spec 2 section 5). */
export const maxMessageLength = 350;

const lowBelow = 100;
const lastBelow = 20;

/** 'N characters left', and how urgent that is. */
export function charactersLeft(message: string): { text: string; tone: 'normal' | 'warning' | 'danger' } {
  const left = maxMessageLength - message.length;
  const text = left < 0 ? `${-left} characters too many` : `${left} characters left`;
  if (left < lastBelow) return { text, tone: 'danger' };
  return { text, tone: left < lowBelow ? 'warning' : 'normal' };
}
