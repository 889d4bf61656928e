import { two } from '@voltloop/domain/clock/clock-time.ts';

/** Hours, minutes and seconds since the start: `31:04:09`. */
export const durationText = (seconds: number): string =>
  `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
