import type { Resource, Tones } from '@voltloop/resource-kit';

/**
 * The life cycle of master data: enabled or disabled. Disabled rows remain where they are referred to, but are not
 * offered for new references.
 */
export const enabledLife: NonNullable<Resource['life']> = {
  field: 'status',
  start: 1,
  steps: {
    disable: { label: { en: 'Disable', zh: '停用' }, from: [1], to: 2, confirm: true },
    enable: { label: { en: 'Enable', zh: '启用' }, from: [2], to: 1, leads: true },
  },
};

/** The tones of its states. */
export const enabledTones: Tones = { 1: 'ok', 2: 'neutral' };

/** Only enabled rows are offered in references. */
export const offeredEnabled: NonNullable<Resource['lookup']> = { offered: { field: 'status', is: [1] } };
