import type { SecretBox } from '../../../platform/secret-box.ts';
import type { Services } from '../../../platform/services.ts';
import type { Mail } from '../../people/mail/index.ts';
import type { Vapid } from './vapid.ts';

/** Shared dependencies of the module's verbs. */
export interface Core {
  services: Services;
  mail: Mail;
  /** Encrypts the secrets of channels. */
  box(): Promise<SecretBox>;
  /** Identifies this server to push services. */
  vapid(): Promise<Vapid>;
  /** Wakes the sender after new messages were queued. */
  wake(): void;
}
