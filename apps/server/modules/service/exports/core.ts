import { exportHistory } from '@voltloop/contract';
import type { Files } from '../../../platform/files.ts';
import type { Services } from '../../../platform/services.ts';
import type { Sites } from '../../fleet/sites/index.ts';
import type { Telemetry } from '../../fleet/telemetry/index.ts';
import type { Things } from '../../fleet/things/index.ts';

/** Shared dependencies of the verbs of this module. */
export interface Core {
  services: Services;
  /** Where exported files are stored: a separate folder or bucket. */
  files: Files;
  things: Pick<Things, 'seenOf' | 'visibleKeys'>;
  sites: Pick<Sites, 'devices'>;
  telemetry: Pick<Telemetry, 'deviceRows'>;
  /** Wakes the runner for a due run. */
  wake(): void;
}

/** Roles that may export history: an account that loses the right for manual exports also loses its schedules. */
export const mayExport = (roleId: number): boolean =>
  (exportHistory.access as readonly number[]).includes(roleId);
