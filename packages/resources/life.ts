import type { Resource, Tones } from '@voltloop/resource-kit';

/** The life of master data: in use or not. What is disabled stays where it is named, and is offered no more. */
export const enabledLife: NonNullable<Resource['life']> = {
  field: 'status',
  start: 1,
  steps: {
    disable: { label: { en: 'Disable', zh: '停用' }, from: [1], to: 2, confirm: true },
    enable: { label: { en: 'Enable', zh: '启用' }, from: [2], to: 1, leads: true },
  },
};

/** How its states look. */
export const enabledTones: Tones = { 1: 'ok', 2: 'neutral' };

/** Only what is in use is offered where others refer to it. */
export const offeredEnabled: NonNullable<Resource['lookup']> = { offered: { field: 'status', is: [1] } };
