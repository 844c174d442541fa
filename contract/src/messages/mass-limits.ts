/** Bits of `channel` (spec 3 section 5): push and SMS always, e-mail by choice. */
export const massChannels = { push: 1, email: 2, sms: 4 } as const;
export const defaultMassChannel = massChannels.push | massChannels.sms;

/** Characters; what is longer is cut by the form and refused by the server. */
export const massMessageLimits = { headline: 100, message: 500, senderText: 100 } as const;
