import { smsCodeLength } from '@allclear/domain';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';

/**
 * The codes by which a person responds to a request by SMS: that of the key that seals now, which is sent, then those of
 * older keys, which were. Made again whenever it is needed, so no table has it. Six digits are few: they count from the
 * phone number of the person only, and guesses have a limit.
 */
export function responseCodes(
  secrets: Pick<SecretBox, 'digests'>,
  requestId: string,
  userId: string,
): readonly [string, ...string[]] {
  const [first, ...older] = secrets.digests(`${requestId}/${userId}`, 'SMS code of a response');
  return [codeOf(first), ...older.map(codeOf)];
}

/** A remainder of 32 bits: no code is likelier than another by more than one in 4,000. */
const codeOf = (digest: Buffer) =>
  String(digest.readUInt32BE() % 10 ** smsCodeLength).padStart(smsCodeLength, '0');

/** As long as every code. */
export const exampleResponseCode = '0'.repeat(smsCodeLength);
