import { exportHistory } from '@voltloop/contract';
import type { Files } from '../../platform/files.ts';
import type { Services } from '../../platform/services.ts';
import type { Sites } from '../sites/index.ts';
import type { Telemetry } from '../telemetry/index.ts';
import type { Things } from '../things/index.ts';

/** What the verbs of this module share. */
export interface Core {
  services: Services;
  /** Where exported files are stored: a folder or a bucket of their own. */
  files: Files;
  things: Pick<Things, 'seenOf' | 'visibleKeys'>;
  sites: Pick<Sites, 'devices'>;
  telemetry: Pick<Telemetry, 'deviceRows'>;
  /** A run is due: the runner looks at once. */
  wake(): void;
}

/** Roles that may export history: who has lost the right by hand has lost the schedule too. */
export const mayExport = (roleId: number): boolean =>
  (exportHistory.access as readonly number[]).includes(roleId);
