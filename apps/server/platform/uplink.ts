import type { TopicKind } from '@voltloop/protocol';

/** One message of a device, from whichever broker it came. */
export interface UplinkMessage {
  devid: string;
  kind: TopicKind;
  payload: Buffer;
  /** Kept by the broker from earlier: tells nothing new about the moment. */
  retained: boolean;
}

export type UplinkHandler = (message: UplinkMessage) => Promise<void>;

/**
 * Where device messages go, by kind of topic. The promise of `deliver` settles when the message may be
 * acknowledged: for telemetry when it is committed. A handler that rejects leaves the message unacknowledged,
 * so that the device or the broker sends it again. A kind may have several handlers (a device's state concerns
 * telemetry and the command ledger); all of them must have taken the message.
 */
export class UplinkRouter {
  readonly #handlers = new Map<TopicKind, UplinkHandler>();

  on(kind: TopicKind, handler: UplinkHandler): void {
    const others = this.#handlers.get(kind);
    this.#handlers.set(kind, others ? both(others, handler) : handler);
  }

  deliver(message: UplinkMessage): Promise<void> {
    return this.#handlers.get(message.kind)?.(message) ?? Promise.resolve();
  }
}

function both(first: UplinkHandler, second: UplinkHandler): UplinkHandler {
  return async (message) => {
    await Promise.all([first(message), second(message)]);
  };
}
