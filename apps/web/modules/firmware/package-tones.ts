import type { FirmwarePackage } from '@voltloop/contract/calls/firmware.ts';
import type { Tone } from '@voltloop/ui';

/** How the state of a package looks. */
export const packageTones: Record<FirmwarePackage['state'], Tone> = {
  draft: 'neutral',
  published: 'ok',
  withdrawn: 'danger',
};
