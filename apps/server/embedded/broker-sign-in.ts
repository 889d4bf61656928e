import { topicOf } from '@voltloop/protocol';
import type { ConnectPacket } from 'aedes';
import type { Logger } from 'pino';
import { AppError } from '../platform/errors.ts';

export interface SignInOptions {
  /** The device if the secret matches, else null; rejects when it cannot be checked now. */
  authenticate(devid: string, secret: string, address: string): Promise<BrokerDevice | null>;
  /** The device of a verified certificate; null for an unknown id. */
  authenticateCertificate?(devid: string): Promise<BrokerDevice | null>;
  /** Every device must present a certificate; secrets are not sufficient. */
  certificatesOnly?: boolean;
  log: Logger;
}

/** A device that has authenticated. */
export interface BrokerDevice {
  /** The thing; its device id may be registered again for another one. */
  id?: string;
  tenantId?: string;
  /** Its model maps topics of its own. */
  foreign?: boolean;
}

/** The peer's address, and the device id of its verified certificate, if any. */
export interface Origin {
  address: string;
  certificate?: string;
}

/** Return codes of a CONNACK. */
export const returnCodes = { unavailable: 3, badCredentials: 4, notAuthorized: 5 };

/** Why a device may not connect, with the return code for it. */
export interface Refusal {
  returnCode: number;
  message: string;
}

const refused = (returnCode: number, message: string): { refusal: Refusal } => ({
  refusal: { returnCode, message },
});

/** The device of the credentials of a CONNECT, or why it is refused. Never rejects. */
export async function signIn(
  options: SignInOptions,
  { address, certificate }: Origin,
  { username, password, will }: Pick<ConnectPacket, 'username' | 'password' | 'will'>,
): Promise<{ devid: string; device: BrokerDevice } | { refusal: Refusal }> {
  const devid = certificate ?? username;
  if (!devid || /[/+#\0]/.test(devid) || (username && username !== devid))
    return refused(returnCodes.badCredentials, 'no credentials, or not those of the certificate');
  if (certificate === undefined && (!password || options.certificatesOnly))
    return refused(returnCodes.badCredentials, 'no secret, or no certificate');
  try {
    const device =
      certificate === undefined
        ? await options.authenticate(devid, password?.toString('utf8') ?? '', address)
        : await options.authenticateCertificate?.(certificate);
    if (!device) return refused(returnCodes.badCredentials, 'unknown device or wrong secret');
    if (will && !device.foreign && will.topic !== topicOf(devid, 'state'))
      return refused(returnCodes.notAuthorized, 'the will is not on the own state topic');
    return { devid, device };
  } catch (err) {
    if (err instanceof AppError && err.codeName === 'tooMany')
      return refused(returnCodes.badCredentials, 'too many wrong secrets');
    options.log.warn({ err }, 'device credentials could not be checked');
    return refused(returnCodes.unavailable, 'credentials could not be checked');
  }
}
