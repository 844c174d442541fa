import type { FieldErrors } from '../locations/index.ts';
import { nameFault } from '../people/index.ts';

export const cameraNameMaxLength = 100;

/** How a simulated camera may send its pictures; '' is without a protocol. Its address holds that. */
const simulatedProtocols: readonly string[] = ['', 'jpeg', 'mjpeg', 'hls', 'rtsp'];

export interface CameraDraft {
  readonly name: string;
  readonly kind: 'jpeg' | 'mjpeg' | 'hls' | 'rtsp' | 'simulated';
  readonly address: string;
  readonly username: string;
  readonly password: string | undefined;
}

/**
 * Checks a camera: a name, an address of its kind without credentials, the protocol of a simulated one.
 * @returns sentences by field label; an empty object when there are no errors
 */
export function checkCamera(draft: CameraDraft): FieldErrors {
  const errors: FieldErrors = {};
  const name = nameFault(draft.name, 'Name', cameraNameMaxLength, true);
  if (name !== null) errors.Name = [name];
  if (draft.username.length > 200 || /\p{Cc}/u.test(draft.username))
    errors.Username = ['Username can be at most 200 characters without control characters'];
  if (draft.password !== undefined && (draft.password.length > 200 || /\p{Cc}/u.test(draft.password)))
    errors.Password = ['Password can be at most 200 characters without control characters'];
  const fault = draft.kind === 'simulated' ? protocolFault(draft.address) : addressFault(draft.address);
  if (fault !== null) errors.Address = [fault];
  return errors;
}

function protocolFault(protocol: string): string | null {
  return simulatedProtocols.includes(protocol)
    ? null
    : 'Address of a simulated camera is empty, jpeg, mjpeg, hls or rtsp';
}

function addressFault(address: string): string | null {
  if (address === '') return 'Address is required';
  if (address.length > 1_000 || /[\p{Cc}\s]/u.test(address))
    return 'Address can be at most 1000 characters without spaces';
  return null;
}
