import type { SecretBox } from '../../../platform/secret-box.ts';
import type { Services } from '../../../platform/services.ts';

/** What the functions of this module share. */
export interface Core {
  services: Services;
  box: () => Promise<SecretBox>;
  timeout_ms: number;
  /** A webhook is due: the sender looks at once. */
  wake(): void;
}
