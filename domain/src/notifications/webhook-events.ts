/** What a webhook may be sent, with the words of its page. */
export const webhookKinds = {
  'warning.started': 'Warning started',
  'warning.in-effect': 'Warning in effect',
  'warning.reminder': 'Warning goes on',
  'warning.held': 'Warning held: its data are lost',
  'warning.resumed': 'Warning resumed',
  'warning.all-clear': 'All clear',
  'warning.ended': 'Warning ended, the place is not clear',
  'warning.withdrawn': 'Warning withdrawn',
  'lightning.changed': 'Lightning state of a place changed',
  'hardware.fault': 'Fault of hardware began',
  'hardware.restored': 'Fault of hardware ended',
  'hardware.signal': 'Siren signalled',
  'audit.head': 'Signed head of the audit',
  test: 'Test',
} as const;

/** The kind of an event that webhooks are sent. */
export type WebhookKind = keyof typeof webhookKinds;

export function isWebhookKind(text: string): text is WebhookKind {
  return Object.hasOwn(webhookKinds, text);
}
