import type { SecretBox } from '../../../platform/secret-box.ts';
import type { Services } from '../../../platform/services.ts';
import type { Supply } from './payload/supply.ts';

/** Shared dependencies of the module's verbs. */
export interface Core {
  services: Services;
  /** Encrypts the secrets of configurations. */
  box(): Promise<SecretBox>;
  supply: Supply;
  /** Wakes the sender. */
  wake(): void;
}
