/** Values that lists of devices can be sorted by; `problem`: by level, then by begin. */
export const thingSorts = [
  'devid',
  'devname',
  'status',
  'problem',
  'soc',
  'last_time',
  'registertime',
] as const;
export type ThingSort = (typeof thingSorts)[number];
