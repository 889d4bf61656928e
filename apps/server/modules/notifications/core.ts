import type { SecretBox } from '../../platform/secret-box.ts';
import type { Services } from '../../platform/services.ts';
import type { Mail } from '../mail/index.ts';
import type { Vapid } from './vapid.ts';

/** Shared dependencies of the module's verbs. */
export interface Core {
  services: Services;
  mail: Mail;
  /** Keeps the secrets of channels. */
  box(): Promise<SecretBox>;
  /** Names this server to push services. */
  vapid(): Promise<Vapid>;
  /** Something is to be sent: the sender looks at once. */
  wake(): void;
}
