import type { AskedRequest, ResponseForm } from '@allclear/contract';

type Kind = ResponseForm['kind'];
type Given = NonNullable<AskedRequest['response']>;

/** What a person says by a press. */
export const pressWords: Readonly<Record<Kind, string>> = {
  read: 'I have read it',
  inside: 'We are inside',
  help: 'I need help',
};

/** What is said of a response that was given. None of it says how things are: only that it was sent. */
export function givenText({ kind, place }: Pick<Given, 'kind' | 'place'>): string {
  switch (kind) {
    case 'read':
      return 'You responded: I have read it.';
    case 'inside':
      return `You responded: We are inside at ${place}.`;
    case 'help':
      return `You responded: I need help${place === '' ? '' : ` at ${place}`}. The desk was notified. In an emergency call the emergency number as well.`;
  }
}
