const two = (value: number) => String(Math.floor(value)).padStart(2, '0');

/** Hours, minutes and seconds since the start: `31:04:09`. */
export const durationText = (seconds: number): string =>
  `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
