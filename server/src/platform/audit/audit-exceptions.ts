/**
 * The routes other than GET that leave no entry in the audit, neither when they succeed nor when they are refused, by
 * method and path as the contract spells them, with the reason.
 */
export const unauditedRoutes: Readonly<Record<string, string>> = {
  'POST ingest/strikes': 'Measurements: each is stored with the network that sent it.',
  'POST Delivery/Twilio/:id': 'A receipt of a message: it is stored with the delivery.',
  'POST Delivery/Gateway/:id': 'A receipt of a message: it is stored with the delivery.',
  'POST ReceivedSms/Twilio':
    'What counts of it is in the audit of the organization as the response of a person.',
  'POST ReceivedSms/Gateway':
    'What counts of it is in the audit of the organization as the response of a person.',
  'POST Settings/Map': 'What a person shows on the own map.',
  'POST Settings/Position': 'Positions of a device: an entry would keep a track of the person.',
  'DELETE Settings/Position': 'Positions of a device: an entry would keep a track of the person.',
  'POST User/Notifications': 'Reads the mailbox, and marks as read what it gives.',
  'POST map/Alerts/ByPoint': 'Reads; the point is in the query.',
  'POST policy/Backtest': 'Reads: tries a policy on past weather and stores nothing.',
  'POST Communication/Mass/Preview': 'Reads: says whom a message would reach and stores nothing.',
  'POST LiveStream/Camera/:id/Check': 'Reads: opens a camera until its first picture and stores nothing.',
  'POST public/CameraLink': 'Reads: says what a link shows; that it was opened is counted with the link.',
  'POST Show/Preview': 'Reads: shows a form as a show and stores nothing.',
  'POST Widget/Preview': 'Reads: shows a form as a widget and stores nothing.',
};
