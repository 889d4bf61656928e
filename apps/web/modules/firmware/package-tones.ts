import type { FirmwarePackage } from '@voltloop/contract/calls/firmware.ts';
import type { Tone } from '../../ui/index.ts';

/** The colour of a package's state. */
export const packageTones: Record<FirmwarePackage['state'], Tone> = {
  draft: 'neutral',
  published: 'ok',
  withdrawn: 'danger',
};
