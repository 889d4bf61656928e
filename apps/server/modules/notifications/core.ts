import type { SecretBox } from '../../platform/secret-box.ts';
import type { Services } from '../../platform/services.ts';
import type { Mail } from '../mail/index.ts';

/** What the verbs of the module stand on. */
export interface Core {
  services: Services;
  mail: Mail;
  /** Keeps the secrets of channels. */
  box(): Promise<SecretBox>;
  /** Something is to be sent: the sender looks at once. */
  wake(): void;
}
