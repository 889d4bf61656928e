/** The cost of one message: a frame, or one unit per 4 kB, so that a batch of frames is not one cheap message. */
export function messageCost(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / 4096));
}
